import { define } from '../definition.ts'

/** Which camera or microphone is which logical channel. */
export interface ChannelEntry {
  /** From 1. */
  readonly physical: number
  readonly logical: number
  /** 0 audio and video, 1 audio, 2 video. */
  readonly kind: number
  readonly canTurn: boolean
}

/** The channels of a terminal, with the three counts as the terminal gives them. */
export interface ChannelTable {
  readonly audioAndVideoCount: number
  readonly audioCount: number
  readonly videoCount: number
  /** As many as the three counts together. */
  readonly entries: readonly ChannelEntry[]
}

/** Parameter 0x0076: channel table. JT/T 1078-2016, table 5. */
export const channelTable = define({
  id: 0x0076,
  name: 'channelTable',
  decode: (reader): ChannelTable => {
    const audioAndVideoCount = reader.u8()
    const audioCount = reader.u8()
    const videoCount = reader.u8()
    const entries: ChannelEntry[] = []
    for (let left = audioAndVideoCount + audioCount + videoCount; left > 0; left--) {
      entries.push({
        physical: reader.u8(),
        logical: reader.u8(),
        kind: reader.u8(),
        canTurn: reader.u8() !== 0,
      })
    }
    return { audioAndVideoCount, audioCount, videoCount, entries }
  },
  encode: (writer, body) => {
    writer.u8(body.audioAndVideoCount).u8(body.audioCount).u8(body.videoCount)
    for (const entry of body.entries) {
      writer
        .u8(entry.physical)
        .u8(entry.logical)
        .u8(entry.kind)
        .u8(entry.canTurn ? 1 : 0)
    }
  },
})
