// Reads the query language of `cardlib cards` for what is on the page, by the words, fields and facts that asked.py
// hands over. What it cannot answer here is an error and never a guess.
"use strict";

const QUOTES = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-" };
const LETTERS = { "ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i" };
const fold = (text) => text.replace(/[’‘“”–−]/g, (sign) => QUOTES[sign]).toLowerCase().normalize("NFKD")
  .replace(/[ßςæœøđłı]/g, (letter) => LETTERS[letter]).replace(/\p{M}/gu, "");
const bare = (text) => fold(text).split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}_+]+|[^\p{L}\p{N}_+]+$/gu, ""))
  .filter(Boolean).join(" ") || fold(text);
const has = (table, key) => Object.hasOwn(table, key);

const KINDS = [
  ["(", /\(/y], [")", /\)/y], ["not", /-(?=\S)|not(?=[\s(])/iy], ["or", /or(?=[\s(]|$)/iy], ["and", /and(?=[\s(])/iy],
  ["field", /([\p{L}_][\p{L}\p{N}_-]*(?:@[\p{L}\p{N}_-]+)?)\s*(!=|<=|>=|[:=<>])/uy], ["!", /!(?!=)/y],
  ["phrase", /"([^"]*)"/y], ["signed", /[+-]\d+(?=[\s()]|$)/y], ["word", /[^\s()"!:=<>/-][^\s()"!:=<>]*/y],
  ["op", /!=|<=|>=|[:=<>]/y],
];
const SIGNS = /[|&,;*?%~^$#@\\{}[\]+≤≥≠≔“”„‟`/]|^['‚‘’–—−]/;
const SIGNED = {
  ":": (a, b) => a === b, "=": (a, b) => a === b, "!=": (a, b) => a !== b,
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};

function unknown(what) {
  return new Error(`${what}: not understood on this page; try it with cardlib cards`);
}

function tokens(text) {
  const found = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at += 1;
    if (at >= text.length) return found;
    // Behind an operator stands a value, which may look like a field or a sign of its own.
    const kinds = ["field", "op"].includes(found.at(-1)?.kind) ? ["phrase", "signed", "word"] : KINDS.map(([kind]) => kind);
    let match = null, kind = "";
    for (const [name, pattern] of KINDS) {
      if (match || !kinds.includes(name)) continue;
      pattern.lastIndex = at;
      match = pattern.exec(text);
      kind = name;
    }
    if (!match) throw unknown(text.slice(at).trim());
    found.push({ kind, text: kind === "phrase" ? match[1] : match[0], name: match[1], sign: match[2] });
    at += match[0].length;
  }
}

// What a value compares as: its text folded, and a number if it is a whole one.
const number = (token) => (token.kind !== "phrase" && /^[+-]?\d+$/.test(token.text) ? Number(token.text) : null);

function compares(left, sign, right) {
  if (["=", ":", "!="].includes(sign)) return sign === "!=" ? left !== right : left !== null && left === right;
  return typeof left === "number" && typeof right === "number" && SIGNED[sign](left, right);
}

class Query {
  constructor(text, vocabulary) {
    this.words = vocabulary;
    this.left = tokens(text);
  }

  read() {
    if (!this.left.length) return () => true;
    const test = this.either();
    if (this.left.length) throw new Error("a ( is missing");
    return test;
  }

  next(...kinds) {
    return kinds.includes(this.left[0]?.kind) ? this.left.shift() : null;
  }

  either() {
    const sides = [this.all()];
    while (this.next("or")) sides.push(this.all());
    return (card) => sides.some((side) => side(card));
  }

  all() {
    const parts = [this.one()];
    while (this.left.length && ![")", "or"].includes(this.left[0].kind)) {
      this.next("and");
      parts.push(this.one());
    }
    return (card) => parts.every((part) => part(card));
  }

  one() {
    const token = this.left.shift();
    if (!token) throw new Error("something is missing at the end");
    if (token.kind === "not") {
      const inner = this.one();
      return (card) => !inner(card);
    }
    if (token.kind === "(") {
      const inner = this.either();
      if (!this.next(")")) throw new Error("a ) is missing");
      return inner;
    }
    if (token.kind === "phrase") return this.inName(token.text);
    if (token.kind === "!") return this.exact(this.next("phrase", "word"));
    if (token.kind === "field") return this.field(token, this.value(token));
    if (token.kind !== "word") throw unknown(token.text);
    return this.bareWord(token.text);
  }

  value(after) {
    const token = this.next("phrase", "signed", "word");
    if (!token) throw unknown(after.text);
    return token;
  }

  plain(word) {
    if (SIGNS.test(word) && !has(this.words.fields, word)) throw unknown(word);
  }

  inName(text) {
    const part = fold(text);
    return ({ asked }) => asked.texts.name.includes(part) || asked.texts.bare.includes(part);
  }

  exact(token) {
    if (!token || (token.kind === "word" && has(this.words.named, fold(token.text)))) throw unknown(`!${token?.text ?? ""}`);
    if (token.kind === "word") this.plain(token.text);
    const name = bare(token.text);
    return ({ asked }) => asked.texts.bare === name;
  }

  is(key) {
    return ({ asked }) => asked.is.includes(key);
  }

  bareWord(text) {
    const word = fold(text);
    if (["or", "and", "not", "in", "is", "has"].includes(word)) throw unknown(text);
    if (has(this.words.named, word)) return this.is(this.words.named[word]);
    if (this.words.elsewhere.includes(word)) throw unknown(text);
    this.plain(text);
    return this.inName(text);
  }

  field(token, value) {
    const sign = token.sign === ":" ? "=" : token.sign;
    const low = fold(token.name);
    const name = has(this.words.fields, low) ? low : this.words.aliases[low] ?? low;
    const equal = ["=", "!="].includes(sign);
    if (value.kind === "word" && !has(this.words.fields, fold(value.text))) this.plain(value.text);
    const inner = this.next("op");
    if (inner) return this.keyword(name === "keyword" ? this.written("keyword", value) : "", inner.text, this.value(inner));
    if (["is", "not", "has"].includes(name)) {
      if (sign !== "=") throw unknown(token.text);
      const test = name === "has" ? this.has(value) : this.flag(value);
      return name === "not" ? (card) => !test(card) : test;
    }
    if (!has(this.words.fields, name)) {
      if (has(this.words.keywords, name)) return this.keyword(`keyword ${name}`, token.sign, value);
      if (this.words.elsewhere.includes(name)) throw unknown(token.text);
      throw new Error(`${token.name}: no field of the game`);
    }
    const field = this.words.fields[name];
    if (field.kind === "number") return this.numeric(name, field, sign, value);
    if (field.kind === "words" && number(value) !== null && name !== "type") {
      return ({ asked }) => compares(asked.counts[name] ?? null, sign, number(value));
    }
    if (!equal) throw unknown(`${token.text}${value.text}`);
    const test = this.worded(name, field, token.sign, value);
    return sign === "!=" ? (card) => !test(card) : test;
  }

  // A field of text, of words or of truth, with one of its values.
  worded(name, field, sign, value) {
    const low = fold(value.text);
    if (field.kind === "flag") {
      const truth = { true: 1, yes: 1, false: 0, no: 0 }[low];
      if (truth === undefined) throw unknown(value.text);
      return ({ asked }) => (asked.fields[name] === 1) === Boolean(truth);
    }
    if (name === "type") {
      const key = this.words.named[low] ?? "";
      if (!key.startsWith("type ")) throw new Error(`${value.text}: no type of the game`);
      return this.is(key);
    }
    if (name === "subtype" || name === "keyword") return this.is(this.written(name, value));
    if (name === "word") return ({ asked }) => asked.texts.bare.split(" ").includes(low);
    if (name === "name") return sign === "=" ? this.exact({ ...value, kind: "phrase" }) : this.inName(value.text);
    if (field.kind === "text") return ({ asked }) => String(asked.texts[name] ?? asked.fields[name] ?? "").includes(low);
    if (Object.keys(field.values).length && !has(field.values, low)) throw new Error(`${value.text}: no ${name} of the game`);
    const wanted = field.values[low] ?? low;
    return ({ asked }) => [asked.texts[name] ?? asked.fields[name] ?? []].flat().includes(wanted);
  }

  numeric(name, field, sign, value) {
    const of = (asked, id) => (has(asked.counts, id) ? asked.counts[id] : asked.fields[id] ?? null);
    const low = fold(value.text);
    const whole = number(value);
    if (whole !== null) return ({ asked }) => compares(of(asked, name), sign, whole);
    if (["none", "even", "odd"].includes(low) && ["=", "!="].includes(sign)) {
      const test = ({ asked }) => {
        if (low === "none") return of(asked, name) === null;
        return typeof of(asked, name) === "number" && Math.abs(of(asked, name) % 2) === (low === "odd" ? 1 : 0);
      };
      return sign === "!=" ? (card) => !test(card) : test;
    }
    if (has(field.variables, low)) {
      if (!["=", "!="].includes(sign)) throw unknown(`${name}${sign}${value.text}`);
      return ({ asked }) => compares(of(asked, name), sign, low);
    }
    if (this.words.fields[low]?.kind !== "number") throw new Error(`${value.text}: no number, and no field that is one`);
    return ({ asked }) => compares(of(asked, name), sign, of(asked, low));
  }

  written(kind, value) {
    const key = this.words.written[kind][fold(value.text)];
    if (!key) throw new Error(`${value.text}: no ${kind} of the game`);
    return key;
  }

  // A keyword with its number, or with the word that it names.
  keyword(key, sign, value) {
    const id = key.replace("keyword ", "");
    const { numbered, words } = this.words.keywords[id] ?? { words: {} };
    const word = words[fold(value.text)];
    if (word !== undefined && number(value) === null && [":", "=", "!="].includes(sign)) {
      return ({ asked }) => (asked.words[id] ?? []).includes(word) === (sign !== "!=");
    }
    if (!numbered || number(value) === null) throw unknown(`${id}${sign}${value.text}`);
    return ({ asked }) => typeof asked.keywords[id] === "number" && compares(asked.keywords[id], sign, number(value));
  }

  has(value) {
    const low = fold(value.text);
    const name = has(this.words.fields, low) ? low : this.words.aliases[low] ?? low;
    if (has(this.words.keywords, name)) return this.is(`keyword ${name}`);
    if (!has(this.words.fields, name)) return this.is(this.written("keyword", value));
    if (["text", "flavour"].includes(name)) return ({ asked }) => asked.texts[name] !== "";
    if (["name", "id", "type", "game", "word"].includes(name)) return () => true;
    return ({ asked }) => (has(asked.counts, name) ? asked.counts[name] > 0 : has(asked.fields, name));
  }

  flag(value) {
    const low = fold(value.text);
    const key = this.words.flags[low] ?? this.words.named[low];
    if (!key) throw new Error(`${value.text}: nothing of the game is called so`);
    return this.is(key);
  }
}
