import { define } from '../definition.ts'

/** A change to a running upload. */
export interface UploadControl {
  /** Serial of the 0x9206. */
  readonly requestSerial: number
  /** 0 pause, 1 resume, 2 cancel. */
  readonly command: number
}

/** 0x9207, down: upload control. JT/T 1078-2016, 5.6.7. */
export const uploadControl = define({
  id: 0x9207,
  name: 'uploadControl',
  decode: (reader): UploadControl => ({ requestSerial: reader.u16(), command: reader.u8() }),
  encode: (writer, body) => {
    writer.u16(body.requestSerial).u8(body.command)
  },
})
