import type { Requirement } from '../../access/index.ts'

type Fields = Readonly<Record<string, string>>

/** Moves a camera: device in `A`, channel in `C`, word in `K`. Answered when the device has confirmed. */
export const MOVE_CAMERA = 'D12'
export const ptzAccess: Requirement = { anyOf: ['F_ptz'] }

/** The commands to a camera: up, down, left, right, the diagonals, zoom in and out, and the end of it. */
export const ptzWords = ['UP', 'DN', 'LT', 'RT', 'UPLT', 'UPRT', 'DNLT', 'DNRT', 'ZI', 'ZO', 'STOP'] as const
export type PtzWord = (typeof ptzWords)[number]

/** The server sends a stop by itself when none came for so long. */
export const PTZ_LIMIT_MS = 10_000

export function encodeMoveCamera(move: { deviceId: string; channel: number; word: PtzWord }): Fields {
  return { A: move.deviceId, C: String(move.channel), K: move.word }
}

/** `null` for a word or a channel that is none. */
export function decodeMoveCamera({ A = '', C = '', K = '' }: Fields): {
  readonly deviceId: string
  readonly channel: number
  readonly word: PtzWord
} | null {
  const word = ptzWords.find((one) => one === K)
  return word === undefined || !/^[1-9]\d{0,2}$/.test(C) ? null : { deviceId: A, channel: Number(C), word }
}
