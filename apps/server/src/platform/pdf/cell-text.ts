import type { LoadedFont } from './fonts.ts'
import { shapeText, type TextRun } from './shaped-text.ts'

export interface PlacedRun extends TextRun {
  readonly width: number
}

export interface CellLine {
  readonly runs: readonly PlacedRun[]
  readonly width: number
}

/** A text of one size that can be broken into lines. */
export interface CellText {
  readonly width: number
  lines(maxWidth: number): readonly CellLine[]
}

/** More of a cell than this many lines is cut off. */
const LINES_MAX = 6
const ELLIPSIS = '…'
/** Han, kana and their signs: a line may end after each of them. */
const IDEOGRAPH = /[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]/

export type Measure = (run: TextRun) => number

export function createCellText(
  source: string,
  fonts: readonly LoadedFont[],
  direction: 'ltr' | 'rtl' | 'auto',
  measure: Measure,
): CellText {
  const shaped = shapeText(source, fonts, direction)
  const { text } = shaped
  const lineOf = (from: number, to: number): CellLine => {
    const runs = shaped.line(from, to).map((run) => ({ ...run, width: measure(run) }))
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }
  const whole = lineOf(0, text.length)
  return {
    width: whole.width,
    lines(maxWidth) {
      if (whole.width <= maxWidth) return [whole]
      const lines: CellLine[] = []
      for (let from = skipSpaces(text, 0); from < text.length; ) {
        const to = lineEnd(text, from, (end) => lineOf(from, end).width <= maxWidth)
        if (lines.length === LINES_MAX - 1 && to < text.length) {
          const cut = shorten(text.slice(from, to), fonts, direction, measure, maxWidth)
          return [...lines, cut]
        }
        lines.push(lineOf(from, trimEnd(text, from, to)))
        from = skipSpaces(text, to)
      }
      return lines
    },
  }
}

function shorten(
  text: string,
  fonts: readonly LoadedFont[],
  direction: 'ltr' | 'rtl' | 'auto',
  measure: Measure,
  maxWidth: number,
): CellLine {
  for (let end = text.length; ; end--) {
    const cut = shapeText(`${text.slice(0, end)}${ELLIPSIS}`, fonts, direction)
    const runs = cut.line(0, cut.text.length).map((run) => ({ ...run, width: measure(run) }))
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    if (width <= maxWidth || end === 0) return { runs, width }
  }
}

/** Where the line that starts at `from` ends: after the last word that fits, or within a word that is longer than a line. */
function lineEnd(text: string, from: number, fits: (end: number) => boolean): number {
  let end = from
  for (let next = breakAfter(text, from); ; next = breakAfter(text, end)) {
    if (!fits(trimEnd(text, from, next))) break
    end = next
    if (end >= text.length) return end
  }
  if (end > from) return end
  end = from + characterLength(text, from)
  while (end < text.length && fits(end + characterLength(text, end))) end += characterLength(text, end)
  return end
}

/** The next place at which a line may end. */
function breakAfter(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === ' ' && at > from) return at + 1
    if (IDEOGRAPH.test(character)) return at + 1
    if (IDEOGRAPH.test(text[at + 1] ?? '') && at + 1 < text.length) return at + 1
  }
  return text.length
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}

function trimEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && text[end - 1] === ' ') end--
  return end
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
