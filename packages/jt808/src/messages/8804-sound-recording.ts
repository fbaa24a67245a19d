import { defineMessage } from '../message.ts'

export interface SoundRecording {
  /** 0 stop, 1 start. */
  readonly command: number
  /** 0: until stopped. */
  readonly durationS: number
  /** 0 send at once, 1 keep. */
  readonly keep: number
  /** 0 8 kHz, 1 11 kHz, 2 23 kHz, 3 32 kHz. */
  readonly rate: number
}

/** 0x8804, down: record sound. JT/T 808-2013, 8.59. */
export const soundRecording = defineMessage({
  id: 0x8804,
  name: 'soundRecording',
  decode: (reader): SoundRecording => ({
    command: reader.u8(),
    durationS: reader.u16(),
    keep: reader.u8(),
    rate: reader.u8(),
  }),
  encode(writer, body) {
    writer.u8(body.command).u16(body.durationS).u8(body.keep).u8(body.rate)
  },
})
