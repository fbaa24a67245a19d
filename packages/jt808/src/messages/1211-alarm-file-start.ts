import { defineMessage } from '../message.ts'
import { readAlarmFile, writeAlarmFile } from '../shapes/alarm-file.ts'

/** 0x1211, up: a file follows. T/JSATL 12-2017, 4.6. */
export const alarmFileStart = defineMessage({
  id: 0x1211,
  name: 'alarmFileStart',
  decode: readAlarmFile,
  encode: writeAlarmFile,
})
