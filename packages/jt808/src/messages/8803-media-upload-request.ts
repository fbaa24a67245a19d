import { defineMessage } from '../message.ts'
import { type MediaSearch, readMediaSearch, writeMediaSearch } from '../shapes/media.ts'

/** Which stored media to upload, and what becomes of them. */
export interface MediaUploadRequest extends MediaSearch {
  /** 0 keep, 1 delete. */
  readonly afterwards: number
}

/** 0x8803, down: upload stored media. JT/T 808-2013, 8.58. */
export const mediaUploadRequest = defineMessage({
  id: 0x8803,
  name: 'mediaUploadRequest',
  decode: (reader): MediaUploadRequest => ({ ...readMediaSearch(reader), afterwards: reader.u8() }),
  encode(writer, body) {
    writeMediaSearch(writer, body)
    writer.u8(body.afterwards)
  },
})
