import { defineMessage } from '../message.ts'

/** An event of the list of 0x8301. */
export interface EventReport {
  readonly eventId: number
}

/** 0x0301, up: a driver chose an event. JT/T 808-2013, 8.25; not in 2019. */
export const eventReport = defineMessage({
  id: 0x0301,
  name: 'eventReport',
  decode: (reader): EventReport => ({
    eventId: reader.u8(),
  }),
  encode(writer, body) {
    writer.u8(body.eventId)
  },
})
