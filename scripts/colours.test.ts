// A colour that a file names for itself is wrong in the dark, or in one of the seventeen themes. Stylesheets name tokens; the
// tokens stand in one file. What is painted on a canvas or is a sign of its own cannot read tokens and is listed here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../apps/console/src')

const tokens = 'ui/tokens.css'
const painters = [
  'engines/map/base/palette.ts',
  'engines/map/base/streets.ts',
  'engines/map/captions.ts',
  'engines/map/cluster-sprites.ts',
  'engines/map/sprites.ts',
  'ui/brand-mark.tsx',
]

const code = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i
const names = /\b(?:white|black|red|green|blue|orange|yellow|gr[ae]y|silver|navy|teal|purple|pink|brown)\b/i

/** The declarations of a stylesheet that name a colour. Pictures in an address are files of their own. */
function coloursOfCss(css: string): readonly string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\("data:[^"]*"\)/g, '')
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)]
    .filter(([, , value = '']) => code.test(value) || names.test(value.replace(/var\([^)]*\)/g, '')))
    .map(([declaration]) => declaration)
}

/** The texts of a program that are a colour. */
function coloursOfCode(source: string): readonly string[] {
  return [...source.matchAll(/['"`]([^'"`\n]*)['"`]/g)]
    .map(([, text = '']) => text)
    .filter((text) => /^(?:#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})|(?:rgba?|hsla?|oklch)\(.*)$/i.test(text))
}

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.*'] }).map((path) => path.replaceAll('\\', '/'))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

it('no stylesheet but the tokens names a colour', () => {
  const found = filesOf('**/*.css')
    .filter((path) => path !== tokens)
    .flatMap((path) => coloursOfCss(textOf(path)).map((line) => `${path}: ${line}`))
  expect(found).toEqual([])
})

it('no component but the painters names a colour', () => {
  const found = filesOf('**/*.{ts,tsx}')
    .filter((path) => !painters.includes(path))
    .flatMap((path) => coloursOfCode(textOf(path)).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
  for (const path of painters) expect([path, coloursOfCode(textOf(path)).length > 0]).toEqual([path, true])
})

it('a colour is found by its code and by its name, and a token is none', () => {
  const css = '.a { color: #fff; border: 1px solid red; background: var(--st-red); white-space: nowrap } /* #000 */'
  expect(coloursOfCss(css)).toEqual(['color: #fff;', 'border: 1px solid red;'])
  expect(coloursOfCode("fill('#12ab34', '#content', 'rgb(1 2 3)')")).toEqual(['#12ab34', 'rgb(1 2 3)'])
})
