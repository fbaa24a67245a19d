import { define } from '../definition.ts'

/** How recordings of special alarms are kept. */
export interface AlarmRecording {
  /** Share of the storage, 1 to 99, 20 by default. */
  readonly storagePercent: number
  /** Longest recording, 5 by default. */
  readonly durationMinutes: number
  /** Marked time before the alarm, 1 by default. */
  readonly beforeMinutes: number
}

/** Parameter 0x0079: special-alarm recording. JT/T 1078-2016, table 9. */
export const alarmRecording = define({
  id: 0x0079,
  name: 'alarmRecording',
  decode: (reader): AlarmRecording => ({
    storagePercent: reader.u8(),
    durationMinutes: reader.u8(),
    beforeMinutes: reader.u8(),
  }),
  encode: (writer, body) => {
    writer.u8(body.storagePercent).u8(body.durationMinutes).u8(body.beforeMinutes)
  },
})
