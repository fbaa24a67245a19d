import { defineMessage } from '../message.ts'

/** Which medium to upload, and what becomes of it. */
export interface SingleMediaRequest {
  readonly mediaId: number
  /** 0 keep, 1 delete. */
  readonly afterwards: number
}

/** 0x8805, down: upload one stored medium. JT/T 808-2013, 8.60. */
export const singleMediaRequest = defineMessage({
  id: 0x8805,
  name: 'singleMediaRequest',
  decode: (reader): SingleMediaRequest => ({
    mediaId: reader.u32(),
    afterwards: reader.u8(),
  }),
  encode(writer, body) {
    writer.u32(body.mediaId).u8(body.afterwards)
  },
})
