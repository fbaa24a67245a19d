import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

/** One file of `apps/server/fonts`. */
export interface LoadedFont {
  readonly name: string
  readonly bytes: Buffer
  readonly has: (codePoint: number) => boolean
}

/** In the order in which they are tried: the first one that has a character draws it. */
const FILES = [
  'noto-sans-latin',
  'noto-sans-latin-ext',
  'noto-sans-greek',
  'noto-sans-greek-ext',
  'noto-sans-cyrillic',
  'noto-sans-cyrillic-ext',
  'noto-sans-vietnamese',
  'noto-sans-arabic-arabic',
  'noto-sans-hebrew-hebrew',
  'noto-sans-devanagari',
  'noto-sans-tc-chinese-traditional',
  'noto-sans-sc-chinese-simplified',
]

export function loadFonts(): readonly LoadedFont[] {
  return FILES.map((name) => {
    const bytes = unpackWoff(readFileSync(new URL(`../../../fonts/${name}.woff`, import.meta.url)))
    const font = create(bytes) as Font
    const known = new Set(font.characterSet)
    return { name, bytes, has: (codePoint) => known.has(codePoint) }
  })
}
