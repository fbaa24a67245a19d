import { defineMessage } from '../message.ts'
import { readMediaLabel, writeMediaLabel } from '../shapes/media.ts'

/** 0x0800, up: a picture, sound or clip was made. JT/T 808-2013, 8.51. */
export const mediaEvent = defineMessage({
  id: 0x0800,
  name: 'mediaEvent',
  decode: readMediaLabel,
  encode: writeMediaLabel,
})
