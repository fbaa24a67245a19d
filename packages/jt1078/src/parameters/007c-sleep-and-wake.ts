import { define } from '../definition.ts'

/** When the terminal wakes from sleep. */
export interface SleepAndWake {
  /** Bits: 0 by a condition, 1 by the timer, 2 by hand. */
  readonly modeBits: number
  /** Bits: 0 emergency, 1 collision, 2 door. */
  readonly conditionBits: number
  /** Bits: 0 Monday to 6 Sunday. */
  readonly weekdayBits: number
  /** Bits: which of the four periods are on. */
  readonly periodBits: number
  /** Four periods, each `hhmm` in the device's zone. */
  readonly periods: readonly { readonly on: string; readonly off: string }[]
}

const PERIODS = 4

/** Parameter 0x007C: sleep and wake. JT/T 1078-2016, table 11. */
export const sleepAndWake = define({
  id: 0x007c,
  name: 'sleepAndWake',
  decode: (reader): SleepAndWake => ({
    modeBits: reader.u8(),
    conditionBits: reader.u8(),
    weekdayBits: reader.u8(),
    periodBits: reader.u8(),
    periods: Array.from({ length: PERIODS }, () => ({ on: reader.bcd(2), off: reader.bcd(2) })),
  }),
  encode: (writer, body) => {
    if (body.periods.length !== PERIODS)
      throw new RangeError(`there are ${PERIODS} periods, not ${body.periods.length}`)
    writer.u8(body.modeBits).u8(body.conditionBits).u8(body.weekdayBits).u8(body.periodBits)
    for (const period of body.periods) writer.bcd(period.on, 2).bcd(period.off, 2)
  },
})
