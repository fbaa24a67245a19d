import type { VcpMessage } from '@fleetglass/vcp'
import { CHANNELS_DEFAULT } from './devices.schema.ts'

type Fields = Readonly<Record<string, string>>

/** All visible devices. */
export const FULL_LIST = 'Q03'
/** The online ones, and those whose row changed since the last list of this link. */
export const CHANGED_LIST = 'Q04'
export const SINGLE_ROW = 'Q05'
/** Extra info of all visible devices, and of those that changed since the last of either on this link. */
export const EXTRA_INFO = 'Q11'
export const CHANGED_EXTRA_INFO = 'Q12'
export const REGISTER = 'D01'
export const REMOVE = 'D02'

/** Rows a reply message carries at most. */
export const ROWS_PER_MESSAGE = 200
/** Payload of the message that ends a list; its `V` is the version of the list. */
export const LIST_END = 'fin'

const RECORDING_FLAG = 1

export function encodeDeviceId(deviceId: string): Fields {
  return { A: deviceId }
}

/** `recording` is the lowest bit of the flags. */
export function encodeRegister(device: { deviceId: string; channels: number; recording: boolean }): Fields {
  return { A: device.deviceId, C: String(device.channels), F: device.recording ? '1' : '0' }
}

/** `null` when a number is none; the id itself is checked by `deviceIdSchema`. */
export function decodeRegister({ A, C, F }: Fields): { deviceId: string; channels: number; recording: boolean } | null {
  const channels = C === undefined || C === '' ? CHANNELS_DEFAULT : toCount(C)
  const flags = F === undefined || F === '' ? 0 : toCount(F)
  if (channels === null || flags === null) return null
  return { deviceId: A ?? '', channels, recording: (flags & RECORDING_FLAG) !== 0 }
}

/** One part of a list reply: rows, or its end with the version of the list. `null` when the server refused. */
export type ListPart =
  | { readonly kind: 'rows'; readonly rows: readonly string[] }
  | { readonly kind: 'end'; readonly version: number }

export function decodeListPart({ fields }: VcpMessage, payloadText: string): ListPart | null {
  if (fields.R !== '1') return null
  if (payloadText === LIST_END) return { kind: 'end', version: Number(fields.V ?? 0) }
  return { kind: 'rows', rows: payloadText === '' ? [] : payloadText.split('\n') }
}

function toCount(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
