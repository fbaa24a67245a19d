// Belongs here: the forms in which a setting that a console may change lies among the parameters of a recorder, and how a text
// that is longer than one item travels. Does not: which setting lies where (families, a file each), what a setting may hold and
// who may change it (the contract).

import type { Parameter } from '../shapes/parameter-list.ts'
import { encodeText } from '../text.ts'

/**
 * Where a setting lies: a number or text of its own; an address whose port is a parameter of its own in a terminal up to the
 * 2013 edition; or a part of the audio and video structure 0x0075 (JT/T 1078-2016, table 3).
 */
export type SettingPlace =
  | { readonly kind: 'text' | 'dword'; readonly id: number }
  | { readonly kind: 'address'; readonly id: number; readonly portId: number }
  | { readonly kind: 'overlay'; readonly bit: number }
  | { readonly kind: 'liveStream'; readonly field: 'sizeCode' | 'framesPerS' | 'bitRateKbps' }
  | { readonly kind: 'audioOutput' }

/** The audio and video structure. */
export const VIDEO_PARAMETER = 0x0075

/** Longest value of one item that our own parameters are sent with. */
export const SETTING_ITEM_BYTES = 250

/** Longest text of one of our own parameters, all its items together: 0x8103 has room for 255 items of all kinds. */
export const SETTING_TEXT_BYTES = 4096

/** A text in as many items of the same id as it needs, at least one; `null` when it is too long. */
export function textItems(id: number, value: string): Parameter[] | null {
  const bytes = encodeText(value)
  if (bytes.length > SETTING_TEXT_BYTES) return null
  const count = Math.max(1, Math.ceil(bytes.length / SETTING_ITEM_BYTES))
  return Array.from({ length: count }, (_, at) => ({
    id,
    value: bytes.subarray(at * SETTING_ITEM_BYTES, (at + 1) * SETTING_ITEM_BYTES),
  }))
}

/**
 * The bytes of each parameter of a list: items of our own numbers are joined in their order, of all others the last one
 * counts. One that is longer than `SETTING_TEXT_BYTES` is left out.
 */
export function joinItems(parameters: readonly Parameter[]): Map<number, Uint8Array> {
  const pieces = new Map<number, Uint8Array[]>()
  for (const { id, value } of parameters) {
    const before = isOwn(id) ? (pieces.get(id) ?? []) : []
    pieces.set(id, [...before, value])
  }
  const whole = new Map<number, Uint8Array>()
  for (const [id, parts] of pieces) {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    if (length <= SETTING_TEXT_BYTES) whole.set(id, concat(parts, length))
  }
  return whole
}

/** 0xF000 to 0xF0FF. */
function isOwn(id: number): boolean {
  return id >= 0xf000 && id <= 0xf0ff
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
