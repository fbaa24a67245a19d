import { defineMessage } from '../message.ts'
import { type Parameter, readParameters, writeParameters } from '../shapes/parameter-list.ts'

/** A terminal's parameters. An id may be repeated: the last one counts. */
export interface Parameters {
  readonly answeredSerial: number
  readonly parameters: readonly Parameter[]
}

/** 0x0104, up: answer to 0x8104 and 0x8106. JT/T 808-2013, 8.12. What the bytes mean: `readParameter`. */
export const parameters = defineMessage({
  id: 0x0104,
  name: 'parameters',
  decode: (reader): Parameters => ({ answeredSerial: reader.u16(), parameters: readParameters(reader) }),
  encode: (writer, body) => writeParameters(writer.u16(body.answeredSerial), body.parameters),
})
