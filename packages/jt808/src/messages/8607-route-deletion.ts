import { defineMessage } from '../message.ts'
import { readIds, writeIds } from '../shapes/ids.ts'

/** 0x8607, down: delete routes; an empty list means all. JT/T 808-2013, 8.42. */
export const routeDeletion = defineMessage({
  id: 0x8607,
  name: 'routeDeletion',
  decode: readIds,
  encode: writeIds,
})
