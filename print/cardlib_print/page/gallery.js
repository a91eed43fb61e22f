// Shows what cards.js hands to `gallery`; it writes text as text, never as markup. While cards.js says that it is live,
// the page looks for a newer one, and draws anew only the cards that changed.
"use strict";

const state = { data: null, marks: new Map() };
const byId = (id) => document.getElementById(id);
const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

// ---- views -------------------------------------------------------------------------------------------------------

const mm = (length) => `calc(${length} * var(--mm))`;

function pictured(card) {
  const picture = make("img", { alt: card.name, loading: "lazy", src: `cards/${card.id}.png?${card.stamp}` });
  const face = make("div", { class: "face", style: `width:${mm(card.width)};height:${mm(card.height)}` }, picture);
  const caption = make("figcaption", {}, `${card.copies > 1 ? `${card.copies} × ` : ""}${card.name} · ${card.stamp}`);
  const figure = make("figure", { "data-id": card.id, style: `--wide:${mm(card.width)};width:${mm(card.width)}` }, face, caption);
  if (card.problems.length) {
    figure.classList.add("wrong");
    figure.append(make("figcaption", { class: "wrong" }, card.problems.join("; ")));
  } else if (card.warnings.length) figure.title = card.warnings.join("\n");
  return figure;
}

// ---- beside the last print ---------------------------------------------------------------------------------------

const BECAME = {
  words: "reads differently", look: "looks different", back: "has another back", "": "up to date",
};
const SINCE = {
  "": () => true,
  changed: (card) => ["words", "look", "back"].includes(card.since),
  words: (card) => card.since === "words",
  new: (card) => card.since === "new",
};
const MOST = 1e6; // pairs of words that are compared; longer texts stand side by side as they are

// The words of two texts that are not in the other one, by their longest common sequence, marked as `del` and `ins`.
function compared(was, now) {
  const one = was.split(/(\s+)/), other = now.split(/(\s+)/);
  if (one.length * other.length > MOST) return [[was], [now]];
  const common = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      common[i][j] = one[i] === other[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const before = [], after = [];
  let i = 0, j = 0;
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      before.push(one[i]);
      after.push(other[j]);
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < one.length && common[i + 1][j] >= common[i][j + 1])) before.push(make("del", {}, one[i++]));
    else after.push(make("ins", {}, other[j++]));
  }
  return [before, after];
}

function told(copies) {
  const when = new Date(copies.when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const stamps = copies.was === copies.now ? copies.was : `${copies.was} is now ${copies.now}`;
  const said = [make("p", {}, `${copies.count} in ${copies.pile}, printed ${when}: ${BECAME[copies.why]} (${stamps})`)];
  if (copies.texts.length) {
    const head = ["", "was", "is now"].map((text) => make("th", {}, text));
    const rows = copies.texts.map(([element, was, now]) => {
      const [before, after] = compared(was, now);
      return make("tr", {}, make("td", { class: "element" }, element), make("td", {}, ...before), make("td", {}, ...after));
    });
    said.push(make("table", {}, make("tr", {}, ...head), ...rows));
  }
  return said;
}

function paired(card) {
  const figure = pictured(card);
  figure.classList.add("marked", card.since);
  for (const [x, y, width, height] of card.marks) {
    figure.firstChild.append(make("i", { style: `left:${mm(x)};top:${mm(y)};width:${mm(width)};height:${mm(height)}` }));
  }
  const said = card.table.length ? card.table.flatMap(told) : [make("p", {}, "not printed yet")];
  return make("section", { class: "pair" }, figure, make("div", { class: "told" }, make("h2", {}, card.name), ...said));
}

// ---- sheets, and how texts fit -----------------------------------------------------------------------------------

function sheeted(cards) {
  const made = [];
  for (const sheet of state.data.sheets) {
    const placed = cards.filter((card) => `${card.width} ${card.height}` === sheet.card.join(" "))
      .flatMap((card) => Array(Math.max(1, card.copies)).fill(card));
    for (let at = 0; at < placed.length; at += sheet.slots.length) {
      const paper = make("div", { class: "sheet", style: `width:${mm(sheet.paper[0])};height:${mm(sheet.paper[1])}` });
      placed.slice(at, at + sheet.slots.length).forEach((card, slot) => {
        const figure = pictured(card);
        figure.style.left = mm(sheet.slots[slot][0]);
        figure.style.top = mm(sheet.slots[slot][1]);
        paper.append(figure);
      });
      made.push(paper);
    }
  }
  return made;
}

function fitted(cards) {
  const head = ["card", "smallest text", "pt", "wanted", "at least", "what is wrong"].map((text) => make("th", {}, text));
  const share = (card) => (card.problems.length ? 2 : card.fit.share);
  const rows = [...cards].sort((a, b) => share(b) - share(a) || a.fit.size - b.fit.size).map((card) => {
    const { element, size, wanted, least } = card.fit;
    const cells = [card.name, element, size, wanted, least, [...card.problems, ...card.warnings].join("; ")];
    const row = make("tr", { "data-id": card.id }, ...cells.map((cell) => make("td", typeof cell === "number" ? { class: "number" } : {}, String(cell))));
    if (card.problems.length) row.className = "wrong";
    else if (card.warnings.length || card.fit.share >= 1) row.className = "tight";
    return row;
  });
  return [make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
}

const KEPT = ["query", "view", "since", "sight"];
const VIEWS = { sheets: sheeted, fit: fitted, beside: (cards) => cards.map(paired) };

function draw() {
  const said = byId("said");
  let test;
  try {
    test = new Query(byId("query").value, state.data.vocabulary).read();
  } catch (error) {
    said.className = "wrong";
    said.textContent = error.message;
    return;
  }
  const since = SINCE[byId("since").value];
  const cards = state.data.cards.filter((card) => test(card) && since(card));
  const view = byId("view").value;
  const shown = byId("shown");
  shown.className = `${view} ${byId("sight").value}${byId("safe").checked ? " safe" : ""}`;
  shown.replaceChildren(...(VIEWS[view] ?? ((some) => some.map(pictured)))(cards));
  if (view === "table") shown.classList.add("cards");
  const changed = state.data.cards.filter(SINCE.changed).length;
  const count = `${cards.length} of ${state.data.cards.length} cards${changed ? `, ${changed} changed since the last print` : ""}`;
  said.className = state.data.problem ? "wrong" : "";
  said.textContent = state.data.problem || [count, ...state.data.slips].join("; not compared with what was printed: ");
  const now = new URLSearchParams();
  for (const id of KEPT) if (byId(id).value) now.set(id, byId(id).value);
  if (byId("safe").checked) now.set("safe", "1");
  history.replaceState(null, "", `#${now}`);
}

// ---- the data, and newer data ------------------------------------------------------------------------------------

function gallery(data) {
  const before = state.data;
  if (before && before.made === data.made) return;
  state.data = data;
  document.title = byId("title").textContent = data.title;
  if (!before) {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const id of KEPT) if (asked.get(id)) byId(id).value = asked.get(id);
    byId("safe").checked = asked.get("safe") === "1";
    byId("controls").addEventListener("input", draw);
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    if (data.live) setInterval(look, 200);
  }
  draw();
}

function look() {
  const script = make("script", { src: `cards.js?${Date.now()}` });
  script.addEventListener("load", () => script.remove());
  script.addEventListener("error", () => script.remove());
  document.body.append(script);
}
