import { define } from '../definition.ts'

/** A step of the iris; there is no stop: repeat while it is wanted. */
export interface CameraIris {
  readonly channel: number
  /** 0 open, 1 close. */
  readonly direction: number
}

/** 0x9303, down: iris. JT/T 1078-2016, 5.7.3. */
export const cameraIris = define({
  id: 0x9303,
  name: 'cameraIris',
  decode: (reader): CameraIris => ({ channel: reader.u8(), direction: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.direction)
  },
})
