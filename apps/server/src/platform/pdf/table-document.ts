import PDFDocument from 'pdfkit'
import { type CellLine, type CellText, createCellText } from './cell-text.ts'
import { columnWidths, pageFor } from './column-widths.ts'
import { loadFonts } from './fonts.ts'
import { type TableDocument, UNREADABLE_LOGO } from './pdf.types.ts'
import type { TextRun } from './shaped-text.ts'

const MARGIN = 32
const TITLE_SIZE = 15
const TEXT_SIZE = 8
/** Tables that are wider than the largest page are written smaller, down to this. */
const TEXT_SIZE_MIN = 5.5
const LINE_HEIGHT = 1.35
const PADDING = 4
const HEAD_HEIGHT = 34
const FOOT_HEIGHT = 18
const HAIRLINE = 0.4
/** A column asks for no more width than this; longer texts are broken into lines. */
const COLUMN_WIDTH_MAX = 190
/** The widest cells of a column are looked for in so many of its rows. */
const SAMPLED_ROWS = 300
/** Texts whose runs and widths are remembered: most cells of a column repeat. */
const CACHED_TEXTS = 20_000

const INK = '#1c2430'
const MUTED = '#5b6675'
const BRAND = '#1f5fd0'
const HEAD_FILL = '#e6ecf6'
const ZEBRA_FILL = '#f6f8fb'
const LINE = '#cfd7e3'

type Doc = InstanceType<typeof PDFDocument>

interface Placed {
  readonly x: number
  readonly width: number
  readonly atEnd: boolean
}

/** The bytes of the PDF file. Rows keep their order; each page repeats the head of the table. */
export async function writeTableDocument(table: TableDocument): Promise<Uint8Array> {
  loadedFonts ??= loadFonts()
  const fonts = loadedFonts
  const { direction, title } = table
  const isRtl = direction === 'rtl'
  const doc: Doc = new PDFDocument({ autoFirstPage: false, bufferPages: true, info: { Title: title }, margin: 0 })
  for (const { name, bytes } of fonts) doc.registerFont(name, bytes)
  const bytes = collect(doc)

  const cached = new Map<string, CellText>()
  const shaped = (text: string, base: 'ltr' | 'rtl' | 'auto', size: number): CellText => {
    const key = `${size}${base}${text}`
    const known = cached.get(key)
    if (known) return known
    const made = createCellText(text, fonts, base, (run) => measure(doc, run, size))
    if (cached.size < CACHED_TEXTS) cached.set(key, made)
    return made
  }

  const wantedAt = (size: number): readonly number[] =>
    table.columns.map(({ label }, at) => {
      let widest = shaped(label, direction, size).width
      for (const row of [...table.rows.slice(0, SAMPLED_ROWS), table.totals])
        widest = Math.max(widest, shaped(row[at] ?? '', 'auto', size).width)
      return Math.min(COLUMN_WIDTH_MAX, widest) + 2 * PADDING + 1
    })
  const wanted = wantedAt(TEXT_SIZE)
  const tableWidth = sumOf(wanted)
  const page = pageFor(tableWidth, MARGIN)
  const room = page.width - 2 * MARGIN
  const paddings = wanted.length * 2 * PADDING
  const fitting = (TEXT_SIZE * (room - paddings)) / (tableWidth - paddings)
  const cellSize = tableWidth <= room ? TEXT_SIZE : Math.max(TEXT_SIZE_MIN, Math.floor(fitting * 10) / 10)
  const cell = (text: string, base: 'ltr' | 'rtl' | 'auto' = 'auto') => shaped(text, base, cellSize)
  const widths = columnWidths(cellSize === TEXT_SIZE ? wanted : wantedAt(cellSize), room)
  const places = placesOf(widths, table, page.width)
  const bottom = page.height - MARGIN - FOOT_HEIGHT
  const lineHeight = cellSize * LINE_HEIGHT
  const heightOf = (lines: readonly (readonly CellLine[])[]): number =>
    Math.max(1, ...lines.map(({ length }) => length)) * lineHeight + 2 * PADDING
  const linesOf = (texts: readonly string[], base: 'auto' | 'ltr' | 'rtl') =>
    places.map(({ width }, at) => cell(texts[at] ?? '', base).lines(width - 2 * PADDING))

  function drawRow(y: number, lines: readonly (readonly CellLine[])[], height: number, fill: string | null): void {
    if (fill !== null) doc.rect(MARGIN, y + HAIRLINE, room, height - HAIRLINE).fill(fill)
    doc
      .moveTo(MARGIN, y + height)
      .lineTo(page.width - MARGIN, y + height)
      .lineWidth(HAIRLINE)
      .stroke(LINE)
    doc.fillColor(INK)
    for (const [at, place] of places.entries()) {
      for (const [number, line] of (lines[at] ?? []).entries()) {
        const free = place.width - 2 * PADDING - line.width
        const x = place.x + PADDING + (place.atEnd ? free : 0)
        drawLine(doc, line, x, y + PADDING + (number + 0.76) * lineHeight, cellSize)
      }
    }
  }
  const head = linesOf(
    table.columns.map(({ label }) => label),
    direction,
  )
  const startPage = (): number => {
    doc.addPage({ size: page.size, layout: page.layout, margin: 0 })
    drawHead(doc, table, page.width, (text, size) => shaped(text, direction, size))
    const y = MARGIN + HEAD_HEIGHT
    drawRow(y, head, heightOf(head), HEAD_FILL)
    return y + heightOf(head)
  }

  let y = startPage()
  for (const [number, row] of table.rows.entries()) {
    const lines = linesOf(row, 'auto')
    const height = heightOf(lines)
    if (y + height > bottom) y = startPage()
    drawRow(y, lines, height, number % 2 === 1 ? ZEBRA_FILL : null)
    y += height
  }
  if (table.totals.length > 0) {
    const lines = linesOf(table.totals, 'auto')
    if (y + heightOf(lines) > bottom) y = startPage()
    drawRow(y, lines, heightOf(lines), HEAD_FILL)
  }

  const { count } = doc.bufferedPageRange()
  for (let number = 0; number < count; number++) {
    doc.switchToPage(number)
    const text = table.pageText.replace('{page}', String(number + 1)).replace('{pages}', String(count))
    const [first] = shaped(text, direction, TEXT_SIZE).lines(300)
    const [second] = shaped(table.footer, direction, TEXT_SIZE).lines(page.width / 2)
    doc.fillColor(MUTED)
    const endX = (line: CellLine | undefined) => page.width - MARGIN - (line?.width ?? 0)
    const baseline = page.height - MARGIN
    if (first) drawLine(doc, first, isRtl ? MARGIN : endX(first), baseline, TEXT_SIZE)
    if (second) drawLine(doc, second, isRtl ? endX(second) : MARGIN, baseline, TEXT_SIZE)
  }
  doc.end()
  return await bytes
}

let loadedFonts: ReturnType<typeof loadFonts> | null = null

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function collect(doc: Doc): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
}

function placesOf(
  widths: readonly number[],
  { columns, direction }: TableDocument,
  pageWidth: number,
): readonly Placed[] {
  const isRtl = direction === 'rtl'
  let taken = 0
  return widths.map((width, at) => {
    const x = isRtl ? pageWidth - MARGIN - taken - width : MARGIN + taken
    taken += width
    const isNumeric = columns[at]?.numeric ?? false
    return { x, width, atEnd: isNumeric !== isRtl }
  })
}

function drawHead(
  doc: Doc,
  { title, subtitle, logo, direction }: TableDocument,
  pageWidth: number,
  cell: (text: string, size: number) => CellText,
): void {
  const isRtl = direction === 'rtl'
  const size = 24
  const logoWidth = logo === null ? size : 96
  const x = isRtl ? pageWidth - MARGIN - logoWidth : MARGIN
  if (logo === null) drawMark(doc, x, MARGIN, size)
  else drawLogo(doc, logo, x, { fit: [logoWidth, size], valign: 'center', ...(isRtl && { align: 'right' as const }) })
  const textX = (width: number) => (isRtl ? x - 10 - width : x + logoWidth + 10)
  const room = pageWidth - 2 * MARGIN - logoWidth - 10
  const [heading] = cell(title, TITLE_SIZE).lines(room)
  const [below] = cell(subtitle, TEXT_SIZE).lines(room)
  doc.fillColor(INK)
  if (heading) drawLine(doc, heading, textX(heading.width), MARGIN + (subtitle === '' ? 17 : 11), TITLE_SIZE)
  doc.fillColor(MUTED)
  if (below) drawLine(doc, below, textX(below.width), MARGIN + 23, TEXT_SIZE)
}

function drawLogo(doc: Doc, logo: Uint8Array, x: number, options: PDFKit.Mixins.ImageOption): void {
  try {
    doc.image(Buffer.from(logo), x, MARGIN, options)
  } catch (cause) {
    throw Object.assign(new Error('the logo cannot be drawn', { cause }), { code: UNREADABLE_LOGO })
  }
}

/** The mark of the product: a direction inside a lens. */
function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc.save()
  doc.translate(x, y).scale(size / 32)
  doc.roundedRect(0, 0, 32, 32, 8).fill(BRAND)
  doc.circle(16, 16, 9).lineWidth(2.4).stroke('#ffffff')
  doc.path('M16 9.5 20.6 21 16 18.4 11.4 21Z').fill('#ffffff')
  doc.restore()
}

function drawLine(doc: Doc, { runs }: CellLine, x: number, baseline: number, size: number): void {
  let at = x
  for (const run of runs) {
    doc.font(run.font.name).fontSize(size)
    doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...optionsOf(run) })
    at += run.width
  }
}

function measure(doc: Doc, run: TextRun, size: number): number {
  doc.font(run.font.name).fontSize(size)
  return doc.widthOfString(run.text, optionsOf(run))
}

/** A list of features, though an empty one, makes the whole run be shaped at once; word by word its words would stand in the wrong order. */
function optionsOf({ text }: TextRun): { readonly features?: [] } {
  return /[\u0590-\u08ff\u0900-\u097f\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? { features: [] } : {}
}
