import { type TerminalNumber, terminalNumber, type Version } from '@fleetglass/jt808'
import { hashUnit } from '../drive/index.ts'
import type { Generation } from '../options.ts'

/** What a terminal is and says about itself; the same for the same number and seed. */
export interface Identity {
  readonly generation: Generation
  readonly version: Version
  readonly terminal: TerminalNumber
  readonly plate: string
  readonly plateColour: number
  readonly maker: string
  readonly model: string
  /** Seven letters and digits. */
  readonly terminalId: string
  readonly imei: string
  readonly iccid: string
  readonly driver: { readonly name: string; readonly licence: string }
}

export const HARDWARE = 'FG-HW 2.1'
export const FIRMWARE = 'FG-SIM 1.0.0'
const DRIVERS = [
  'Chen Wei',
  'Lin Mei-hui',
  'Huang Jun',
  'Wang Shu-fen',
  'Wu Chih-ming',
  'Tsai Ya-ting',
  'Hsu Kuo',
  'Yang Li',
]
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

export function identityOf(index: number, firstTerminalId: string, generation: Generation, seed: number): Identity {
  const version: Version = generation === '2019' ? '2019' : '2013'
  const digits = (BigInt(firstTerminalId) + BigInt(index)).toString()
  const pick = (salt: number, most: number): number => pickOf(index, seed, salt, most)
  const number = String(index + 1).padStart(5, '0')
  return {
    generation,
    version,
    terminal: terminalNumber(digits, version),
    plate: plateOf(index, seed),
    plateColour: generation === '2019' ? 5 : 2,
    maker: 'FLEET',
    model: 'FG-MDVR4',
    terminalId: `FG${number}`,
    imei: `86${digits.padStart(13, '0').slice(-13)}`,
    iccid: `8986${digits.padStart(16, '0').slice(-16)}`,
    driver: { name: DRIVERS[pick(3, DRIVERS.length)]!, licence: `TW${digits.slice(-10)}` },
  }
}

/** The plate that the recorder with this index says it has. */
export function plateOf(index: number, seed: number): string {
  const letters = [1, 2].map((salt) => LETTERS[pickOf(index, seed, salt, LETTERS.length)]).join('')
  return `K${letters}-${String((1207 + index * 37) % 10_000).padStart(4, '0')}`
}

function pickOf(index: number, seed: number, salt: number, most: number): number {
  return Math.floor(hashUnit(seed * 7 + salt, index) * most)
}
