import { defineMessage } from '../message.ts'
import { readIds, writeIds } from '../shapes/ids.ts'

/** 0x8603, down: delete rectangles; an empty list means all. JT/T 808-2013, 8.38. */
export const rectangleDeletion = defineMessage({
  id: 0x8603,
  name: 'rectangleDeletion',
  decode: readIds,
  encode: writeIds,
})
