import { defineMessage } from '../message.ts'
import { type AreaSetting, readAreaSetting, writeAreaSetting } from '../shapes/area-setting.ts'
import { type Rectangle, readRectangle, writeRectangle } from '../shapes/areas.ts'

/** 0x8602, down: set rectangles. JT/T 808-2013, 8.37; 2019 adds a night speed and a name. */
export const rectangleSetting = defineMessage({
  id: 0x8602,
  name: 'rectangleSetting',
  decode: (reader, version): AreaSetting<Rectangle> => readAreaSetting(reader, version, readRectangle),
  encode: (writer, body, version) => writeAreaSetting(writer, body, version, writeRectangle),
})
