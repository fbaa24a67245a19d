import { defineMessage, readMany } from '../message.ts'

/** Which areas or routes are wanted. */
export interface AreasRequest {
  /** 1 circles, 2 rectangles, 3 polygons, 4 routes. */
  readonly kind: number
  /** Empty: all. */
  readonly ids: readonly number[]
}

/** 0x8608, down: which areas do you keep? Answered by 0x0608. JT/T 808-2019, 8.47. */
export const areasRequest = defineMessage({
  id: 0x8608,
  name: 'areasRequest',
  decode(reader): AreasRequest {
    const kind = reader.u8()
    return { kind, ids: readMany(reader.u32(), () => reader.u32()) }
  },
  encode(writer, body) {
    writer.u8(body.kind).u32(body.ids.length)
    for (const id of body.ids) writer.u32(id)
  },
})
