import { defineMessage } from '../message.ts'
import { readIds, writeIds } from '../shapes/ids.ts'

/** 0x8605, down: delete polygons; an empty list means all. JT/T 808-2013, 8.40. */
export const polygonDeletion = defineMessage({
  id: 0x8605,
  name: 'polygonDeletion',
  decode: readIds,
  encode: writeIds,
})
