// Belongs here: where each setting that a console may change lies among the parameters of a recorder, and how a text that is
// longer than one item travels. Does not: what a setting may hold, and who may change it (the contract).

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

const text = (id: number): SettingPlace => ({ kind: 'text', id })
const dword = (id: number): SettingPlace => ({ kind: 'dword', id })

const TCP_PORT = 0x0018

/** The audio and video structure. */
export const VIDEO_PARAMETER = 0x0075

/** 0xF000, read only: the comma list of the settings that the device supports. */
export const SETTABLE_PARAMETER = 0xf000

/**
 * Every setting by its name. Numbers from 0xF001 on are our own: the standard has nothing that means the same; their value is
 * text. 0xF364 to 0xF367 are those of T/JSATL 12.
 */
export const SETTING_PLACES = {
  preosd_pl_en: { kind: 'overlay', bit: 1 },
  preosd_plate: text(0x0083),
  preosd_region2en: { kind: 'overlay', bit: 3 },
  preosd_text: text(0xf001),
  preosd_driver: text(0xf002),
  preosd_speed: { kind: 'overlay', bit: 5 },
  g_sensor_en: text(0xf003),
  g_sensor_x: text(0xf004),
  g_sensor_y: text(0xf005),
  g_sensor_z: text(0xf006),
  sys_spdlimit: dword(0x0055),
  sys_osperiod: dword(0x0056),
  sys_temper: text(0xf007),
  sys_tempul: text(0xf008),
  enc_aog: text(0xf009),
  enc_aig: text(0xf00a),
  sys_tz: text(0xf00b),
  sys_accoffsec: text(0xf00c),
  sys_workvoltage: text(0xf00d),
  net_hbsec: dword(0x0001),
  net_server: { kind: 'address', id: 0x0013, portId: TCP_PORT },
  net_wfssid: text(0xf00e),
  net_wfpwd: text(0xf00f),
  sys_dst: text(0xf012),
  cam_rec: text(0xf019),
  cam_mirror: text(0xf01a),
  cam_campos: text(0xf01b),
  net_2nden: text(0xf010),
  net_2ndhb: text(0xf011),
  net_2ndserver: { kind: 'address', id: 0x0017, portId: TCP_PORT },
  enc_sres: { kind: 'liveStream', field: 'sizeCode' },
  enc_sfps: { kind: 'liveStream', field: 'framesPerS' },
  enc_sbit: { kind: 'liveStream', field: 'bitRateKbps' },
  enc_reca: { kind: 'audioOutput' },
  sys_eisp: text(0xf013),
  sys_edsp: text(0xf014),
  sys_turn: text(0xf015),
  sys_gguard: text(0xf016),
  sys_spdparam: text(0xf017),
  sys_dualsdextend: text(0xf018),
  event_almshow: text(0xf01c),
  event_almpri: text(0xf01d),
  event_comalmshow: text(0xf01e),
  event_comalmpri: text(0xf01f),
  event_comalmno: text(0xf020),
  event_adas_en: text(0xf021),
  event_dsm_en: text(0xf022),
  motovisadas: text(0xf023),
} as const satisfies Readonly<Record<string, SettingPlace>>

export type SettingName = keyof typeof SETTING_PLACES

/** Resolutions of the live stream and their codes; 100 and 101 are our own. */
export const LIVE_SIZES = { CIF: 1, '360P': 100, VGA: 101, '720P': 5 } as const

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
