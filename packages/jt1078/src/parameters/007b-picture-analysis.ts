import { define } from '../definition.ts'

/** Limits for what the terminal sees in the picture. */
export interface PictureAnalysis {
  readonly passengersAllowed: number
  /** More than this is reported as fatigue. */
  readonly fatigueThreshold: number
}

/** Parameter 0x007B: picture analysis alarms. JT/T 1078-2016, table 10. */
export const pictureAnalysis = define({
  id: 0x007b,
  name: 'pictureAnalysis',
  decode: (reader): PictureAnalysis => ({ passengersAllowed: reader.u8(), fatigueThreshold: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.passengersAllowed).u8(body.fatigueThreshold)
  },
})
