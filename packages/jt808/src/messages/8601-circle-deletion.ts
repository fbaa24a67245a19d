import { defineMessage } from '../message.ts'
import { readIds, writeIds } from '../shapes/ids.ts'

/** 0x8601, down: delete circles; an empty list means all. JT/T 808-2013, 8.36. */
export const circleDeletion = defineMessage({
  id: 0x8601,
  name: 'circleDeletion',
  decode: readIds,
  encode: writeIds,
})
