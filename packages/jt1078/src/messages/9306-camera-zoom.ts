import { define } from '../definition.ts'

/** A step of the zoom; there is no stop: repeat while it is wanted. */
export interface CameraZoom {
  readonly channel: number
  /** 0 in, 1 out. */
  readonly direction: number
}

/** 0x9306, down: zoom. JT/T 1078-2016, 5.7.6. */
export const cameraZoom = define({
  id: 0x9306,
  name: 'cameraZoom',
  decode: (reader): CameraZoom => ({ channel: reader.u8(), direction: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.direction)
  },
})
