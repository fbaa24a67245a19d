/**
 * Turns left and right of a stylesheet into start and end, so that one sheet serves both directions of reading: where
 * `dir` is `rtl`, the page is its mirror image. What must not be mirrored (maps, pictures, bars of time) says `dir="ltr"`.
 * Nothing changes where text is read from left to right.
 */
export function withLogicalSides(css: string): string {
  return css.replace(declaration, (whole, before: string, property: string, value: string, important = '') => {
    const logical = translate(property.toLowerCase(), value.trim())
    return logical === null ? whole : `${before}${logical.map(([name, one]) => `${name}:${one}${important}`).join(';')}`
  })
}

type Declarations = readonly (readonly [property: string, value: string])[]

const sides: Readonly<Record<string, string>> = {
  left: 'inset-inline-start',
  right: 'inset-inline-end',
  'margin-left': 'margin-inline-start',
  'margin-right': 'margin-inline-end',
  'padding-left': 'padding-inline-start',
  'padding-right': 'padding-inline-end',
  'border-left': 'border-inline-start',
  'border-right': 'border-inline-end',
  'border-left-width': 'border-inline-start-width',
  'border-right-width': 'border-inline-end-width',
  'border-left-style': 'border-inline-start-style',
  'border-right-style': 'border-inline-end-style',
  'border-left-color': 'border-inline-start-color',
  'border-right-color': 'border-inline-end-color',
  'border-top-left-radius': 'border-start-start-radius',
  'border-top-right-radius': 'border-start-end-radius',
  'border-bottom-left-radius': 'border-end-start-radius',
  'border-bottom-right-radius': 'border-end-end-radius',
}

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  float: { left: 'inline-start', right: 'inline-end' },
  clear: { left: 'inline-start', right: 'inline-end' },
  'text-align': { left: 'start', right: 'end' },
}

const names = [...Object.keys(sides), ...Object.keys(words), 'margin', 'padding', 'inset', 'border-radius']
// A property follows the opening of a block, the declaration before it, or a comment; strings and addresses are skipped
// with the value they stand in.
const declaration = new RegExp(
  `((?:[{;]|\\*/)\\s*)(${names.sort((a, b) => b.length - a.length).join('|')})\\s*:((?:[^;{}()]|\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))*?)(\\s*!important)?(?=\\s*[;}])`,
  'gi',
)

function translate(property: string, value: string): Declarations | null {
  const side = sides[property]
  if (side !== undefined) return [[side, value]]
  const word = words[property]
  if (word !== undefined) return word[value] === undefined ? null : [[property, word[value]]]
  const parts = value.match(/(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? []
  return property === 'border-radius' ? corners(parts) : edges(property, parts)
}

/** Top, right, bottom, left: only where the two sides differ. */
function edges(property: string, parts: readonly string[]): Declarations | null {
  const [top = '', right = '', bottom = '', left = ''] = parts
  if (parts.length !== 4 || right === left) return null
  return [
    [`${property}-block`, `${top} ${bottom}`],
    [`${property}-inline`, `${left} ${right}`],
  ]
}

/** Clockwise from the top left: only where the corners of an edge differ. */
function corners(parts: readonly string[]): Declarations | null {
  const [topLeft = '', topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = parts
  if (parts.includes('/') || (topLeft === topRight && bottomLeft === bottomRight)) return null
  return [
    ['border-start-start-radius', topLeft],
    ['border-start-end-radius', topRight],
    ['border-end-end-radius', bottomRight],
    ['border-end-start-radius', bottomLeft],
  ]
}
