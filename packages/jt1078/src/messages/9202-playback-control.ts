import { define } from '../definition.ts'
import { readLocalTime, writeLocalTime } from '../wire-fields.ts'

/** Commands of 0x9202. */
export const PlaybackCommand = {
  start: 0,
  pause: 1,
  end: 2,
  fast: 3,
  keyFramesBackwards: 4,
  goTo: 5,
  keyFrames: 6,
} as const

/** A change to a running playback. */
export interface PlaybackControl {
  readonly channel: number
  /** One of `PlaybackCommand`. */
  readonly command: number
  /** For fast and backwards: 0 none, 1 ×1, 2 ×2, 3 ×4, 4 ×8, 5 ×16. */
  readonly speedCode: number
  /** For `goTo`: device's zone; `null` otherwise. */
  readonly positionLocalS: number | null
}

/** 0x9202, down: playback control. JT/T 1078-2016, 5.6.4. */
export const playbackControl = define({
  id: 0x9202,
  name: 'playbackControl',
  decode: (reader): PlaybackControl => ({
    channel: reader.u8(),
    command: reader.u8(),
    speedCode: reader.u8(),
    positionLocalS: readLocalTime(reader),
  }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.command).u8(body.speedCode)
    writeLocalTime(writer, body.positionLocalS)
  },
})
