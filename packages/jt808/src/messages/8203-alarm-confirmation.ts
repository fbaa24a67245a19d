import { defineMessage } from '../message.ts'

/** Alarms that a person has seen. */
export interface AlarmConfirmation {
  /** Serial of the message that reported the alarm; 0: all of these types. */
  readonly alarmSerial: number
  /** Bits 0 emergency, 3 danger, 20 area, 21 route, 22 segment time, 27 illegal start, 28 illegal move. */
  readonly typeBits: number
}

/** 0x8203, down: confirm alarms by hand. JT/T 808-2013, 8.22. */
export const alarmConfirmation = defineMessage({
  id: 0x8203,
  name: 'alarmConfirmation',
  decode: (reader): AlarmConfirmation => ({
    alarmSerial: reader.u16(),
    typeBits: reader.u32(),
  }),
  encode(writer, body) {
    writer.u16(body.alarmSerial).u32(body.typeBits)
  },
})
