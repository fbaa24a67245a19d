// The Encoding Standard's decoder is in every browser and in Node; an encoder for GBK is in neither.
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder('gbk')
const UNKNOWN = 0x3f
let codes: Uint16Array | undefined

/** GBK as text. Never throws: what is not GBK becomes U+FFFD. */
export function gbkDecode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Text as GBK: one byte for ASCII and the euro sign, two for the rest. Characters that GBK lacks become `?`. */
export function gbkEncode(text: string): Uint8Array {
  codes ??= reverseTable()
  const table = codes
  const bytes = new Uint8Array(text.length * 2)
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    if (point < 0x80) {
      bytes[length++] = point
      continue
    }
    const code = point < table.length ? table[point]! || UNKNOWN : UNKNOWN
    if (code > 0xff) bytes[length++] = code >> 8
    bytes[length++] = code
  }
  return bytes.slice(0, length)
}

/** Code of each UTF-16 unit above ASCII, 0 where GBK has none; where two codes give one character the lower code wins. */
function reverseTable(): Uint16Array {
  const table = new Uint16Array(0x10000)
  const pair = new Uint8Array(2)
  table[0x20ac] = 0x80
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      pair[0] = lead
      pair[1] = trail
      const text = decoder.decode(pair)
      const point = text.charCodeAt(0)
      if (text.length === 1 && point !== 0xfffd && table[point] === 0) table[point] = (lead << 8) | trail
    }
  }
  return table
}
