import { define } from '../definition.ts'
import { readVideoSettings, type VideoSettings, writeVideoSettings } from './video-settings.ts'

/** Audio and video settings of all channels. */
export interface VideoParameter extends VideoSettings {
  /** Needed for talk. */
  readonly audioOutput: boolean
}

/** Parameter 0x0075: audio and video. JT/T 1078-2016, table 3. */
export const videoParameter = define({
  id: 0x0075,
  name: 'video',
  decode: (reader): VideoParameter => ({ ...readVideoSettings(reader), audioOutput: reader.u8() !== 0 }),
  encode: (writer, body) => {
    writeVideoSettings(writer, body)
    writer.u8(body.audioOutput ? 1 : 0)
  },
})
