// Belongs here: what the text of a setting may be, and what its parts mean. Does not: which setting has which (the table).

/** What the text of a setting is. Numbers are whole. */
export type ValueKind =
  /** `0` or `1`. */
  | { readonly kind: 'switch' }
  /** A number; `clamps`: one outside is brought to the nearer end instead of being refused. */
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly clamps?: true }
  /** Letters A–Z, a–z and digits, or nothing. */
  | { readonly kind: 'letters'; readonly most: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** Comma list. */
  | { readonly kind: 'list'; readonly of: ValueKind; readonly most: number }
  /** `host:port`. */
  | { readonly kind: 'address' }
  /** Any text without control characters. */
  | { readonly kind: 'words'; readonly most: number }
  /** A `0` or `1` for each channel. */
  | { readonly kind: 'flags' }
  /** `enabled,startUnix,endUnix`, 0 for a day that is not chosen. */
  | { readonly kind: 'summer' }
  /** `enabled,speed,offset`. */
  | { readonly kind: 'emergency' }
  /** Two different numbers, the smaller first. */
  | { readonly kind: 'pair' }
  /** Lines of key=value. */
  | { readonly kind: 'thresholds' }

/** The text as it is kept, or what is wrong with it: the end of a sentence that begins with the name. */
export type ReadValue = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }

/** More channels no recorder has. */
export const MOST_CHANNELS = 64
const MOST_TEXT = 4096
const MOST_SPEED_KMH = 400
const MOST_OFFSET = 32_767
/** Numbers of alarms. */
export const MOST_ALARM = 255

/** RDEV-081 … 085, RDEV-105: the thresholds that are known, in km/h. */
export const thresholdRanges = {
  pcw_speed: { least: 7, most: 100 },
  fcw_speed: { least: 0, most: 100 },
  hmw_speed: { least: 0, most: 100 },
  ldw_speed: { least: 0, most: 100 },
  dsm_speed: { least: 0, most: 100 },
} as const
export type ThresholdKey = keyof typeof thresholdRanges

const good = (text: string): ReadValue => ({ ok: true, text })
const bad = (reason: string): ReadValue => ({ ok: false, reason })

/** Reads a text as a kind; what is good comes back in the one way in which it is kept. */
export function readValue(kind: ValueKind, text: string): ReadValue {
  if (text.length > MOST_TEXT) return bad(`has more than ${MOST_TEXT} characters`)
  if (hasControl(kind.kind === 'thresholds' ? text.replace(/\r?\n/g, '') : text)) return bad('has a control character')
  switch (kind.kind) {
    case 'switch':
      return text === '0' || text === '1' ? good(text) : bad('is neither 0 nor 1')
    case 'number':
      return readNumber(kind, text)
    case 'letters':
      if (!/^[A-Za-z0-9]*$/.test(text)) return bad('has other characters than letters and digits')
      return text.length <= kind.most ? good(text) : bad(`has more than ${kind.most} characters`)
    case 'choice':
      return kind.choices.includes(text) ? good(text) : bad(`is none of ${kind.choices.join(', ')}`)
    case 'list':
      return readList(kind, text)
    case 'address':
      return readAddress(text)
    case 'words':
      return text.length <= kind.most ? good(text) : bad(`has more than ${kind.most} characters`)
    case 'flags':
      return new RegExp(`^[01]{1,${MOST_CHANNELS}}$`).test(text) ? good(text) : bad('is not a 0 or 1 for each channel')
    case 'summer':
      return readSummer(text)
    case 'emergency':
      return readParts(text, [
        { least: 0, most: 1 },
        { least: 0, most: MOST_SPEED_KMH },
        { least: -MOST_OFFSET, most: MOST_OFFSET },
      ])
    case 'pair':
      return readPair(text)
    case 'thresholds':
      return readThresholds(text)
  }
}

interface Range {
  readonly least: number
  readonly most: number
  readonly clamps?: true
}

function readNumber({ least, most, clamps }: Range, text: string): ReadValue {
  if (!/^-?\d{1,12}$/.test(text)) return bad('is not a whole number')
  const number = Number(text)
  const near = Math.min(most, Math.max(least, number))
  if (near !== number && clamps !== true) return bad(`is not from ${least} to ${most}`)
  // `-0` and `007` are kept as 0 and 7.
  return good(String(near + 0))
}

function readList({ of, most }: { readonly of: ValueKind; readonly most: number }, text: string): ReadValue {
  const parts = text.split(',')
  if (parts.length > most) return bad(`has more than ${most} entries`)
  return joined(parts.map((part) => readValue(of, part)))
}

function readParts(text: string, ranges: readonly Range[]): ReadValue {
  const parts = text.split(',')
  if (parts.length !== ranges.length) return bad(`is not ${ranges.length} numbers with commas between them`)
  return joined(ranges.map((range, at) => readNumber(range, parts[at] ?? '')))
}

/** The entries with commas between them, or what is wrong with the first that is wrong. */
function joined(read: readonly ReadValue[]): ReadValue {
  const at = read.findIndex(({ ok }) => !ok)
  const wrong = read[at]
  if (wrong !== undefined && !wrong.ok) return bad(`entry ${at + 1} ${wrong.reason}`)
  return good(read.map((one) => (one.ok ? one.text : '')).join(','))
}

function readAddress(text: string): ReadValue {
  const [, host = '', port = ''] = /^([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?):(\d{1,5})$/.exec(text) ?? []
  const number = Number(port)
  return host !== '' && number >= 1 && number <= 65_535 ? good(`${host}:${number}`) : bad('is not host:port')
}

/** Unix seconds have room until the year 2106. */
const MOST_UNIX_S = 0xffff_ffff

function readSummer(text: string): ReadValue {
  const day = { least: 0, most: MOST_UNIX_S }
  const read = readParts(text, [{ least: 0, most: 1 }, day, day])
  if (!read.ok) return read
  const { enabled, startS, endS } = summerOf(read.text)
  if (enabled && (startS === 0 || endS === 0)) return bad('is on without a start and an end')
  return startS !== 0 && endS !== 0 && endS < startS ? bad('ends before it starts') : read
}

function readPair(text: string): ReadValue {
  const range = { least: 0, most: MOST_ALARM }
  const read = readParts(text, [range, range])
  if (!read.ok) return read
  const [a = 0, b = 0] = read.text.split(',').map(Number)
  return a === b ? bad('has the same number twice') : good(a < b ? `${a},${b}` : `${b},${a}`)
}

function readThresholds(text: string): ReadValue {
  const seen = new Set<string>()
  const lines: string[] = []
  for (const { key, value, line } of thresholdLines(text)) {
    if (!isThreshold(key)) {
      lines.push(line)
      continue
    }
    if (seen.has(key)) return bad(`has ${key} twice`)
    seen.add(key)
    const read = readNumber(thresholdRanges[key], value)
    if (!read.ok) return bad(`${key} ${read.reason}`)
    lines.push(`${key}=${read.text}`)
  }
  return good(lines.join('\n'))
}

/** Whether a key of `motovisadas` is one that is known; all others are the device's own. */
export function isThreshold(key: string): key is ThresholdKey {
  return Object.hasOwn(thresholdRanges, key)
}

/** The lines of `motovisadas`. One without `=` has no value and is kept. */
export function thresholdLines(
  text: string,
): readonly { readonly key: string; readonly value: string; readonly line: string }[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', ...rest] = line.split('=')
      return { key: key.trim(), value: rest.join('=').trim(), line }
    })
}

/**
 * A text of thresholds with other values for some keys (RDEV-105): each stays in its line, all other lines are kept as they
 * are and where they are; a key that is not there yet comes behind.
 */
export function withThresholds(text: string, values: ReadonlyMap<string, string>): string {
  const lines = thresholdLines(text)
  const known = new Set(lines.map(({ key }) => key))
  const stored = lines.map(({ key, line }) => (values.has(key) ? `${key}=${values.get(key)}` : line))
  const added = [...values].filter(([key]) => !known.has(key)).map(([key, value]) => `${key}=${value}`)
  return [...stored, ...added].join('\n')
}

/** The parts of `sys_dst`; what is none is off and has no days. */
export function summerOf(text: string): { readonly enabled: boolean; readonly startS: number; readonly endS: number } {
  const [enabled = '', start = '', end = ''] = text.split(',')
  return { enabled: enabled === '1', startS: Number(start) || 0, endS: Number(end) || 0 }
}

/** The parts of `sys_eisp`, `sys_edsp` and `sys_turn`. */
export function emergencyOf(text: string): {
  readonly enabled: string
  readonly speed: string
  readonly offset: string
} {
  const [enabled = '0', speed = '', offset = ''] = text.split(',')
  return { enabled, speed, offset }
}

/** Below space, delete, the upper controls, and half of a character. */
export function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) || !text.isWellFormed()
}
