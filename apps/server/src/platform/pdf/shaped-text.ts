// Belongs here: in which order and by which fonts the characters of a line stand. Does not: where lines stand (table-document.ts).
import bidiFactory, { type Bidi } from 'bidi-js'
import type { LoadedFont } from './fonts.ts'

/** Characters that are drawn in one go, by one font and in one direction. */
export interface TextRun {
  /** As it is given to the font, which turns the letters of right-to-left scripts itself. */
  readonly text: string
  readonly font: LoadedFont
}

/** A text whose characters have a direction and a font, so that any part of it can be a line. */
export interface ShapedText {
  readonly text: string
  /** What is drawn for the characters `[from, to)` of the text, from left to right. */
  line(from: number, to: number): readonly TextRun[]
}

// Its types describe another kind of module than the one that Node loads, where the factory is the default export.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Control characters, and those that change the direction of what follows: a name must not turn the cells around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u206f\ufeff]/g

/** Characters that no font has are drawn as the empty box of the first one. */
export function shapeText(source: string, fonts: readonly LoadedFont[], direction: 'ltr' | 'rtl' | 'auto'): ShapedText {
  const text = source.replace(/[\r\n\t]/g, ' ').replace(INVISIBLE, '')
  const fontOf = fontsOf(text, fonts)
  // Nearly all cells are plain Latin or Chinese, whose order is that of their characters.
  if (direction !== 'rtl' && !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text))
    return {
      text,
      line: (from, to) =>
        runsOf(from, to, fontOf, () => 0).map(([start, end]) => ({
          text: text.slice(start, end),
          font: fontOf(start),
        })),
    }
  const embedding = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction)
  const { levels } = embedding
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  return {
    text,
    line(from, to) {
      const runs = runsOf(from, to, fontOf, (at) => levels[at] ?? 0)
      return visualOrder(runs.map(([start, end]) => ({ start, end, level: levels[start] ?? 0 }))).map(
        ({ start, end, level }) => ({
          text: level % 2 === 0 ? text.slice(start, end) : rightToLeft(text, start, end, mirrored),
          font: fontOf(start),
        }),
      )
    },
  }
}

/** A font turns a run that has a letter of a right-to-left script; one of spaces and signs alone is turned here. */
function rightToLeft(text: string, start: number, end: number, mirrored: ReadonlyMap<number, string>): string {
  const characters: string[] = []
  for (let at = start; at < end; at++) characters.push(mirrored.get(at) ?? text[at] ?? '')
  const run = characters.join('')
  return /[\u0590-\u05ff\u0620-\u064a\u066e-\u06d3\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(run)
    ? run
    : [...run].reverse().join('')
}

/** The font of the character at an index. A character that the font before it has too, such as a space, stays with it. */
function fontsOf(text: string, fonts: readonly LoadedFont[]): (at: number) => LoadedFont {
  const [first] = fonts
  if (first === undefined) throw new Error('there are no fonts')
  const chosen: LoadedFont[] = []
  let before: LoadedFont | null = null
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const font: LoadedFont = before?.has(codePoint) ? before : (fonts.find(({ has }) => has(codePoint)) ?? first)
    for (let unit = 0; unit < character.length; unit++) chosen.push(font)
    before = font
  }
  return (at) => chosen[at] ?? first
}

/** Parts of one font and one level. */
function runsOf(
  from: number,
  to: number,
  fontOf: (at: number) => LoadedFont,
  levelOf: (at: number) => number,
): (readonly [start: number, end: number])[] {
  const runs: [number, number][] = []
  for (let start = from; start < to; ) {
    let end = start + 1
    while (end < to && fontOf(end) === fontOf(start) && levelOf(end) === levelOf(start)) end++
    runs.push([start, end])
    start = end
  }
  return runs
}

/** Rule L2 of the bidirectional algorithm, for whole runs. */
function visualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}
