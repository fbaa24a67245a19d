import { define } from '../definition.ts'

/** How much of a live transmission is lost on the way. */
export interface LossReport {
  readonly channel: number
  /** Whole percent. */
  readonly lossPercent: number
}

/** 0x9105, down: loss rate of a live transmission, sent at intervals. JT/T 1078-2016, 5.5.4. */
export const lossReport = define({
  id: 0x9105,
  name: 'lossReport',
  decode: (reader): LossReport => ({ channel: reader.u8(), lossPercent: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.lossPercent)
  },
})
