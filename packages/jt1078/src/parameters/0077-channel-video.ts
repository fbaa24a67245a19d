import { define } from '../definition.ts'
import { readVideoSettings, type VideoSettings, writeVideoSettings } from './video-settings.ts'

/** Settings of single channels, which stand above those of parameter 0x0075. */
export interface ChannelVideo {
  readonly channels: readonly ({ readonly channel: number } & VideoSettings)[]
}

/** Parameter 0x0077: video of single channels. JT/T 1078-2016, table 7. */
export const channelVideo = define({
  id: 0x0077,
  name: 'channelVideo',
  decode: (reader): ChannelVideo => ({
    channels: Array.from({ length: reader.u8() }, () => ({ channel: reader.u8(), ...readVideoSettings(reader) })),
  }),
  encode: (writer, body) => {
    writer.u8(body.channels.length)
    for (const each of body.channels) {
      writer.u8(each.channel)
      writeVideoSettings(writer, each)
    }
  },
})
