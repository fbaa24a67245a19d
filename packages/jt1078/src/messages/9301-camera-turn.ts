import { define } from '../definition.ts'

/** Turn a camera; it moves until "stop". */
export interface CameraTurn {
  readonly channel: number
  /** 0 stop, 1 up, 2 down, 3 left, 4 right. */
  readonly direction: number
  /** 0 to 255. */
  readonly speed: number
}

/** 0x9301, down: turn. JT/T 1078-2016, 5.7.1. */
export const cameraTurn = define({
  id: 0x9301,
  name: 'cameraTurn',
  decode: (reader): CameraTurn => ({ channel: reader.u8(), direction: reader.u8(), speed: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.direction).u8(body.speed)
  },
})
