import type { PositionItem } from '../position-items.ts'

/** Item of 0x0200 with which our own recorders report their health and that of their cards. */
export const HEALTH_ITEM = 0xfa

/** Makers use the id for other things: these two bytes leave no doubt. */
const MARK = [0x46, 0x47] as const
const NO_CARD = 0xfe
const UNKNOWN = 0xff

/** Health of a card in percent; -1: there is no card in the slot, -2: not known. */
export type CardHealth = number

export interface DeviceHealth {
  /** `null`: not known. */
  readonly percent: number | null
  /** Of the first and the second slot. */
  readonly cards: readonly [CardHealth, CardHealth]
}

export function healthItem({ percent, cards }: DeviceHealth): PositionItem {
  const byte = (card: CardHealth): number => (card === -1 ? NO_CARD : card === -2 ? UNKNOWN : card)
  return { id: HEALTH_ITEM, value: Uint8Array.of(...MARK, percent ?? UNKNOWN, byte(cards[0]), byte(cards[1])) }
}

/** `null` when the item is another maker's, or says what cannot be. */
export function readHealth(value: Uint8Array): DeviceHealth | null {
  const [first, second, percent = UNKNOWN, one = UNKNOWN, two = UNKNOWN] = value
  if (value.length !== 5 || first !== MARK[0] || second !== MARK[1]) return null
  if ([percent, one, two].some((byte) => byte > 100 && byte !== UNKNOWN && byte !== NO_CARD)) return null
  if (percent === NO_CARD) return null
  return { percent: percent === UNKNOWN ? null : percent, cards: [cardOf(one), cardOf(two)] }
}

function cardOf(byte: number): CardHealth {
  if (byte === NO_CARD) return -1
  return byte === UNKNOWN ? -2 : byte
}
