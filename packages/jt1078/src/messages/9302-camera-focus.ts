import { define } from '../definition.ts'

/** A step of the focus; there is no stop: repeat while it is wanted. */
export interface CameraFocus {
  readonly channel: number
  /** 0 longer, 1 shorter. */
  readonly direction: number
}

/** 0x9302, down: focus. JT/T 1078-2016, 5.7.2. */
export const cameraFocus = define({
  id: 0x9302,
  name: 'cameraFocus',
  decode: (reader): CameraFocus => ({ channel: reader.u8(), direction: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.direction)
  },
})
