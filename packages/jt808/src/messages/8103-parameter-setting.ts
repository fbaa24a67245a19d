import { defineMessage } from '../message.ts'
import { type Parameter, readParameters, writeParameters } from '../shapes/parameter-list.ts'

/** Parameters to keep. */
export interface ParameterSetting {
  readonly parameters: readonly Parameter[]
}

/** 0x8103, down: set parameters. JT/T 808-2013, 8.9. How values are written: `writeParameter`. */
export const parameterSetting = defineMessage({
  id: 0x8103,
  name: 'parameterSetting',
  decode: (reader): ParameterSetting => ({ parameters: readParameters(reader) }),
  encode: (writer, body) => writeParameters(writer, body.parameters),
})
