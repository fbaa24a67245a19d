import { defineMessage, readMany } from '../message.ts'
import { readShortText, writeShortText } from '../text.ts'

/** Whether a file came whole. */
export interface AlarmFileAnswer {
  readonly fileName: string
  readonly kind: number
  /** 0 complete, 1 send the ranges again. */
  readonly result: number
  readonly missing: readonly { readonly offset: number; readonly byteLength: number }[]
}

/** 0x9212, down: answer to 0x1212. T/JSATL 12-2017, 4.6. */
export const alarmFileAnswer = defineMessage({
  id: 0x9212,
  name: 'alarmFileAnswer',
  decode: (reader): AlarmFileAnswer => ({
    fileName: readShortText(reader),
    kind: reader.u8(),
    result: reader.u8(),
    missing: readMany(reader.u8(), () => ({ offset: reader.u32(), byteLength: reader.u32() })),
  }),
  encode(writer, body) {
    writeShortText(writer, body.fileName)
    writer.u8(body.kind).u8(body.result).u8(body.missing.length)
    for (const { offset, byteLength } of body.missing) writer.u32(offset).u32(byteLength)
  },
})
