import { defineMessage } from '../message.ts'
import { readIds, writeIds } from '../shapes/ids.ts'

/** 0x8106, down: these parameters, please. JT/T 808-2013, 8.11. */
export const someParametersRequest = defineMessage({
  id: 0x8106,
  name: 'someParametersRequest',
  decode: readIds,
  encode: writeIds,
})
