import { define } from '../definition.ts'

/** Commands of 0x9102. */
export const LiveCommand = { close: 0, changeStream: 1, pause: 2, resume: 3, closeTalk: 4 } as const

/** A change to a running live transmission. */
export interface LiveControl {
  readonly channel: number
  /** One of `LiveCommand`. */
  readonly command: number
  /** With `close`: 0 audio and video, 1 only audio (video goes on), 2 only video. */
  readonly closes: number
  /** With `changeStream`: 0 main, 1 sub. */
  readonly stream: number
}

/** 0x9102, down: live control. JT/T 1078-2016, 5.5.2. */
export const liveControl = define({
  id: 0x9102,
  name: 'liveControl',
  decode: (reader): LiveControl => ({
    channel: reader.u8(),
    command: reader.u8(),
    closes: reader.u8(),
    stream: reader.u8(),
  }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.command).u8(body.closes).u8(body.stream)
  },
})
