import { defineMessage } from '../message.ts'
import { readPolygon, writePolygon } from '../shapes/areas.ts'

/** 0x8604, down: set one polygon. JT/T 808-2013, 8.39; 2019 adds night speeds and a name. */
export const polygonSetting = defineMessage({
  id: 0x8604,
  name: 'polygonSetting',
  decode: readPolygon,
  encode: writePolygon,
})
