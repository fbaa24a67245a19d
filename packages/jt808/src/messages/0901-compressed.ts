import { defineMessage } from '../message.ts'

/** A message in gzip. Who unpacks it must bound what comes out. */
export interface Compressed {
  readonly gzip: Uint8Array
}

/** 0x0901, up: compressed data. JT/T 808-2013, 8.63. */
export const compressed = defineMessage({
  id: 0x0901,
  name: 'compressed',
  decode: (reader): Compressed => ({ gzip: reader.take(reader.u32()) }),
  encode(writer, body) {
    writer.u32(body.gzip.length).bytes(body.gzip)
  },
})
