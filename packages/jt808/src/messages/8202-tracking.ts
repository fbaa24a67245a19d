import { defineMessage } from '../message.ts'

/** Report more often for a while. */
export interface Tracking {
  /** Seconds between positions; 0 stops, and nothing follows. */
  readonly intervalS: number
  readonly validityS?: number
}

/** 0x8202, down: track for a while. JT/T 808-2013, 8.21. */
export const tracking = defineMessage({
  id: 0x8202,
  name: 'tracking',
  decode(reader): Tracking {
    const intervalS = reader.u16()
    // A few platforms send the validity with 0 too.
    return reader.remaining >= 4 ? { intervalS, validityS: reader.u32() } : { intervalS }
  },
  encode(writer, body) {
    writer.u16(body.intervalS)
    if (body.validityS !== undefined) writer.u32(body.validityS)
  },
})
