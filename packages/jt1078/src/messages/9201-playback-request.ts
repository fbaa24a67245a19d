import { define } from '../definition.ts'
import { readLocalTime, readText, writeLocalTime, writeText } from '../wire-fields.ts'

/** How 0x9201 plays. */
export const PlaybackWay = { normal: 0, fast: 1, keyFramesBackwards: 2, keyFrames: 3, oneFrame: 4 } as const

/** Connect to this address and play what was recorded. */
export interface PlaybackRequest {
  readonly host: string
  readonly tcpPort: number
  readonly udpPort: number
  readonly channel: number
  /** 0 audio and video, 1 audio, 2 video, 3 video or audio and video. */
  readonly resource: number
  /** 0 main or sub, 1 main, 2 sub; 0 when only audio. */
  readonly stream: number
  /** 0 main or backup, 1 main, 2 backup. */
  readonly storage: number
  /** One of `PlaybackWay`. */
  readonly way: number
  /** For fast and backwards: 0 none, 1 ×1, 2 ×2, 3 ×4, 4 ×8, 5 ×16. */
  readonly speedCode: number
  readonly fromLocalS: number | null
  /** `null` to the end; not used with `oneFrame`. */
  readonly toLocalS: number | null
}

/** 0x9201, down: play a recording. JT/T 1078-2016, 5.6.3. Answer 0x1205, or 0x0001 on some terminals. */
export const playbackRequest = define({
  id: 0x9201,
  name: 'playbackRequest',
  decode: (reader): PlaybackRequest => ({
    host: readText(reader),
    tcpPort: reader.u16(),
    udpPort: reader.u16(),
    channel: reader.u8(),
    resource: reader.u8(),
    stream: reader.u8(),
    storage: reader.u8(),
    way: reader.u8(),
    speedCode: reader.u8(),
    fromLocalS: readLocalTime(reader),
    toLocalS: readLocalTime(reader),
  }),
  encode: (writer, body) => {
    writeText(writer, body.host)
    writer.u16(body.tcpPort).u16(body.udpPort)
    writer.u8(body.channel).u8(body.resource).u8(body.stream).u8(body.storage).u8(body.way).u8(body.speedCode)
    writeLocalTime(writer, body.fromLocalS)
    writeLocalTime(writer, body.toLocalS)
  },
})
