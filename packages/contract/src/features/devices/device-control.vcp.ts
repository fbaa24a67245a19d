// What is done to a device, or to what the server keeps of it. Each asks first on the screen (DASH-64 to DASH-67).
import type { Requirement } from '../../access/index.ts'

type Fields = Readonly<Record<string, string>>

/** Answered when the device has confirmed; refused with a sentence when it is offline or refuses. Device in `A`. */
export const REBOOT = 'D07'
export const RESTORE_DEFAULTS = 'D08'
export const FORMAT_CARD = 'D09'
/** A command of these three; `word` is the one that was confirmed: another one is not sent. */
export function encodeControl(deviceId: string, word: number | null = null): Fields {
  return { A: deviceId, ...(word !== null && { W: String(word) }) }
}

/** `word` is null where none was confirmed. `null` when what stands there is no byte. */
export function decodeControl({ A = '', W = '' }: Fields): {
  readonly deviceId: string
  readonly word: number | null
} | null {
  if (W === '') return { deviceId: A, word: null }
  return /^\d{1,3}$/.test(W) && Number(W) <= 0xff ? { deviceId: A, word: Number(W) } : null
}

/** Deletes recordings on the server; answered when they are gone. Device in `A`, optionally a range in `B` and `E`. */
export const DELETE_RECORDINGS = 'D15'

/** What the server keeps of a device is changed by permission 0 and 1, each item by its own flag. */
const local = (flag: 'F_lmdvrs_reboot' | 'F_lmdvrs_restore' | 'F_lmdvrs_format' | 'F_lmdvrs_del_record') =>
  ({ permissionBelow: 2, anyOf: [flag] }) satisfies Requirement

export const rebootAccess: Requirement = local('F_lmdvrs_reboot')
export const restoreDefaultsAccess: Requirement = local('F_lmdvrs_restore')
export const formatCardAccess: Requirement = local('F_lmdvrs_format')
export const deleteRecordingsAccess: Requirement = local('F_lmdvrs_del_record')

/** Unix seconds, both ends included. Files begin and end with a minute: those that reach into the range go whole. */
export interface SecondsRange {
  readonly startS: number
  readonly endS: number
}

export function encodeDeleteRecordings(deviceId: string, range: SecondsRange | null = null): Fields {
  return { A: deviceId, ...(range && { B: String(range.startS), E: String(range.endS) }) }
}

/** A range of `null` means everything. `null` when it is no range: half of one must not become everything. */
export function decodeDeleteRecordings({ A = '', B = '', E = '' }: Fields): {
  readonly deviceId: string
  readonly range: SecondsRange | null
} | null {
  if (B === '' && E === '') return { deviceId: A, range: null }
  const range = decodeRange({ B, E })
  return range === null ? null : { deviceId: A, range }
}

/** `B` to `E` in unix seconds; `null` when one is missing, no time, or before the other. */
export function decodeRange({ B = '', E = '' }: Fields): SecondsRange | null {
  if (!/^\d{1,11}$/.test(B) || !/^\d{1,11}$/.test(E) || Number(B) > Number(E)) return null
  return { startS: Number(B), endS: Number(E) }
}
