// Reads back what stands in a PDF file of ours: the texts of its pages as they are drawn, from left to right.
import { inflateSync } from 'node:zlib'

export interface PdfContent {
  readonly title: string
  /** The texts of each page in the order in which they are drawn. */
  readonly pages: readonly (readonly string[])[]
}

export function readPdf(bytes: Uint8Array): PdfContent {
  const file = Buffer.from(bytes).toString('latin1')
  if (!file.startsWith('%PDF-1.')) throw new Error('this is no PDF file')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body)
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? ''
    const start = body.indexOf('stream\n') + 7
    const packed = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return /FlateDecode/.test(body) ? inflateSync(packed).toString('latin1') : packed.toString('latin1')
  }
  const fonts = new Map<string, readonly string[]>()
  for (const [name, id] of references(file, /\/(F\d+) (\d+) 0 R/g)) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (cmap) fonts.set(name, charactersOf(streamOf(cmap)))
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return {
    title: titleOf(objects.get(/\/Title (\d+) 0 R/.exec(file)?.[1] ?? '') ?? ''),
    pages: pages.map((body) => textsOf(streamOf(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? ''), fonts)),
  }
}

function references(file: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...file.matchAll(pattern)].map(([, name = '', id = '']) => [name, id] as const)
}

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function titleOf(object: string): string {
  const written = object.slice(1, -1)
  const bytes = Buffer.from(
    written.replace(/\\(.)/gs, (_, sign: string) => escaped[sign] ?? sign),
    'latin1',
  )
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1')
}

/** The characters of each glyph, by its number in the file. */
function charactersOf(cmap: string): readonly string[] {
  const lists = [...cmap.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list)
  return lists.flatMap((list) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function textsOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): readonly string[] {
  let font: readonly string[] = []
  const texts: string[] = []
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? []
    else {
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = '']) => hex).join('')
      texts.push((glyphs.match(/.{4}/g) ?? []).map((hex) => font[Number.parseInt(hex, 16)] ?? '?').join(''))
    }
  }
  return texts
}
