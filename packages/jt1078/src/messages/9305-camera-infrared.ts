import { define } from '../definition.ts'

/** The infrared light of a camera. */
export interface CameraInfrared {
  readonly channel: number
  /** 0 off, 1 on. */
  readonly state: number
}

/** 0x9305, down: infrared light. JT/T 1078-2016, 5.7.5. */
export const cameraInfrared = define({
  id: 0x9305,
  name: 'cameraInfrared',
  decode: (reader): CameraInfrared => ({ channel: reader.u8(), state: reader.u8() }),
  encode: (writer, body) => {
    writer.u8(body.channel).u8(body.state)
  },
})
