import { define } from '../definition.ts'

/** How an upload ended. */
export interface UploadDone {
  /** Serial of the 0x9206 it answers. */
  readonly replySerial: number
  /** 0 done, 1 failed. */
  readonly result: number
}

/** 0x1206, up: upload done. JT/T 1078-2016, 5.6.6. Answered with 0x8001. */
export const uploadDone = define({
  id: 0x1206,
  name: 'uploadDone',
  decode: (reader): UploadDone => ({ replySerial: reader.u16(), result: reader.u8() }),
  encode: (writer, body) => {
    writer.u16(body.replySerial).u8(body.result)
  },
})
