import { define } from '../definition.ts'
import { readLocalTime, writeLocalTime } from '../wire-fields.ts'

/** Which recordings of the terminal are wanted. */
export interface ListRecordings {
  /** 0 all. */
  readonly channel: number
  /** Device's zone; `null` open. */
  readonly fromLocalS: number | null
  readonly toLocalS: number | null
  /** Bits 0–31 as in 0x0200, 32–38 as item 0x14; 0 no condition. Terminals differ in the order: ask with 0. */
  readonly alarmBits: bigint
  /** 0 audio and video, 1 audio, 2 video, 3 video or audio and video. */
  readonly resource: number
  /** 0 all, 1 main, 2 sub. */
  readonly stream: number
  /** 0 all, 1 main, 2 backup. */
  readonly storage: number
}

/** 0x9205, down: list recordings. JT/T 1078-2016, 5.6.1. Answer 0x1205. */
export const listRecordings = define({
  id: 0x9205,
  name: 'listRecordings',
  decode: (reader): ListRecordings => ({
    channel: reader.u8(),
    fromLocalS: readLocalTime(reader),
    toLocalS: readLocalTime(reader),
    alarmBits: reader.u64(),
    resource: reader.u8(),
    stream: reader.u8(),
    storage: reader.u8(),
  }),
  encode: (writer, body) => {
    writer.u8(body.channel)
    writeLocalTime(writer, body.fromLocalS)
    writeLocalTime(writer, body.toLocalS)
    writer.u64(body.alarmBits).u8(body.resource).u8(body.stream).u8(body.storage)
  },
})
