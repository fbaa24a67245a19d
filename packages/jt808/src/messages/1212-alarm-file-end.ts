import { defineMessage } from '../message.ts'
import { readAlarmFile, writeAlarmFile } from '../shapes/alarm-file.ts'

/** 0x1212, up: a file was sent. T/JSATL 12-2017, 4.6. */
export const alarmFileEnd = defineMessage({
  id: 0x1212,
  name: 'alarmFileEnd',
  decode: readAlarmFile,
  encode: writeAlarmFile,
})
