"""Pages of text: the rules of a game in two columns, and the page that says what to do with a kit.

They are set by reportlab in the fonts of the layouts, and have the same bytes every time.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Table
from reportlab.platypus.flowables import Flowable, Spacer

from cardlib_print.colours import is_hex
from cardlib_print.fonts import Fonts
from cardlib_print.geometry import POINTS_PER_MM
from cardlib_print.markup import plain

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from cardlib.catalog import Project
    from cardlib_print.geometry import Size

_MM = POINTS_PER_MM
_FAMILY = "Fira Sans Condensed"
_MARGIN = 14.0  # mm
_INK, _GREY = HexColor("#17191d"), HexColor("#5b6069")


@cache
def text_font() -> tuple[str, str]:
    """Return the names under which reportlab knows the font of texts, regular and bold."""
    fonts = Fonts([])
    regular, bold = (fonts.chain((_FAMILY,), "regular", style).first.ttf for style in ("Regular", "SemiBold"))
    for font in (regular, bold):
        registerFont(font)
    plain, strong = str(regular.fontName), str(bold.fontName)
    registerFontFamily(plain, normal=plain, bold=strong, italic=plain, boldItalic=strong)
    return plain, strong


def _style(size: float, **more: Any) -> ParagraphStyle:
    return ParagraphStyle("text", fontName=text_font()[0], fontSize=size, leading=size * 1.25, textColor=_INK, **more)


def rules_pages(project: Project, paper: Size) -> tuple[bytes, int]:
    """Return a PDF with the rules of the game, chapter by chapter, and its number of pages.

    Rulings and examples are left out.
    """
    flow: list[Flowable] = [Paragraph(f"<b>{escape(project.game.name)}: the rules</b>", _style(17, spaceAfter=8))]
    rules = [rule for rule in project.rules.values() if rule.kind in ("rule", "construction")]
    for section, found in groupby(rules, lambda rule: rule.section):
        flow.append(
            Paragraph(f"<b>{escape(section)}</b>", _style(10.5, spaceBefore=7, spaceAfter=2, keepWithNext=True))
        )
        for rule in found:
            text = f'{_marked(rule.text)} <font size="6" color="#5b6069">{escape(rule.id)}</font>'
            flow.append(Paragraph(text, _style(8.4, spaceAfter=2.4)))
    return _set(flow, paper, 2, f"{project.game.name}: the rules")


def _marked(text: str) -> str:
    """Rich text of a rule as reportlab takes it: bold, italic and colours in hex stay, a symbol is its name."""
    lines = []
    for line in plain(text):
        parts = []
        for run in line:
            part = escape(run.text)
            part = f"<b>{part}</b>" if run.bold else part
            part = f"<i>{part}</i>" if run.italic else part
            parts.append(f'<font color="{run.colour}">{part}</font>' if is_hex(run.colour) else part)
        lines.append("".join(parts))
    return "<br/>".join(lines)


def guide_page(title: str, paragraphs: Sequence[str], rows: Sequence[Sequence[str]], paper: Size) -> tuple[bytes, int]:
    """Return a PDF with a title, a table whose first row is its head, and paragraphs below it."""
    width = (paper.width - 2 * _MARGIN) * _MM
    cells = [
        [Paragraph(f"<b>{escape(cell)}</b>" if not index else escape(cell), _style(9)) for cell in row]
        for index, row in enumerate(rows)
    ]
    table = Table(cells, colWidths=[width * share for share in (0.24, 0.24, 0.08, 0.44)], repeatRows=1)
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.4, _GREY)])
    flow: list[Flowable] = [Paragraph(f"<b>{escape(title)}</b>", _style(18, spaceAfter=10)), table, Spacer(1, 10)]
    flow += [Paragraph(escape(text), _style(10, spaceAfter=5)) for text in paragraphs]
    return _set(flow, paper, 1, title)


def _set(flow: list[Flowable], paper: Size, columns: int, title: str) -> tuple[bytes, int]:
    """Set paragraphs in columns, page after page, with the title and the number at the foot of each."""
    made = BytesIO()
    width, height = paper.width * _MM, paper.height * _MM
    edge, gap = _MARGIN * _MM, 6 * _MM
    room = (width - 2 * edge - (columns - 1) * gap) / columns
    frames = [
        Frame(edge + column * (room + gap), edge, room, height - 2 * edge, 0, 0, 0, 0) for column in range(columns)
    ]

    def foot(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont(text_font()[0], 7)
        canvas.setFillColor(_GREY)
        canvas.drawRightString(width - edge, edge * 0.6, f"{title} · {canvas.getPageNumber()}")

    document = BaseDocTemplate(made, pagesize=(width, height), title=title, creator="cardlib", invariant=1)
    document.addPageTemplates([PageTemplate(frames=frames, onPage=foot)])
    document.build(flow)
    return made.getvalue(), document.page
