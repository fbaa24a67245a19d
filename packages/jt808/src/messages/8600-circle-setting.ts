import { defineMessage } from '../message.ts'
import { type AreaSetting, readAreaSetting, writeAreaSetting } from '../shapes/area-setting.ts'
import { type Circle, readCircle, writeCircle } from '../shapes/areas.ts'

/** 0x8600, down: set circles. JT/T 808-2013, 8.35; 2019 adds a night speed and a name. */
export const circleSetting = defineMessage({
  id: 0x8600,
  name: 'circleSetting',
  decode: (reader, version): AreaSetting<Circle> => readAreaSetting(reader, version, readCircle),
  encode: (writer, body, version) => writeAreaSetting(writer, body, version, writeCircle),
})
