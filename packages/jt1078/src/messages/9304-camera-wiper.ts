import { define } from '../definition.ts'

/** The wiper of a camera. */
export interface CameraWiper {
  readonly channel: number
  /** 0 stop, 1 start. */
  readonly state: number
}

/** 0x9304, down: wiper. JT/T 1078-2016, 5.7.4. */
export const cameraWiper = define({
  id: 0x9304,
  name: 'cameraWiper',
  decode: (reader): CameraWiper => ({ channel: reader.u8(), state: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.state)
  },
})
