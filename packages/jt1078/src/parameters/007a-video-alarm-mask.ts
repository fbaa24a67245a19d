import { define } from '../definition.ts'

/** Video alarms that are not to be reported: bits as in item 0x14 of 0x0200. */
export interface VideoAlarmMask {
  readonly maskedBits: number
}

/** Parameter 0x007A: mask of video alarms. JT/T 1078-2016, table 2. */
export const videoAlarmMask = define({
  id: 0x007a,
  name: 'videoAlarmMask',
  decode: (reader): VideoAlarmMask => ({ maskedBits: reader.u32() }),
  encode: (writer, body) => {
    writer.u32(body.maskedBits)
  },
})
