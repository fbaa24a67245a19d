import { define } from '../definition.ts'

/** What the terminal can code. Talk is sent in this audio codec and frame length. */
export interface CodecAbilities {
  /** Payload type of section 12, for example 6 G.711A. */
  readonly audioCodec: number
  readonly audioChannels: number
  /** 0 8 kHz, 1 22.05 kHz, 2 44.1 kHz, 3 48 kHz. */
  readonly sampleRateCode: number
  /** 0 8 bits, 1 16 bits, 2 32 bits. */
  readonly sampleBitsCode: number
  readonly audioFrameBytes: number
  readonly audioOutput: boolean
  readonly videoCodec: number
  readonly maxAudioChannels: number
  readonly maxVideoChannels: number
}

/** 0x1003, up: codec abilities. JT/T 1078-2016, 5.4.2. */
export const codecAbilities = define({
  id: 0x1003,
  name: 'codecAbilities',
  decode: (reader): CodecAbilities => ({
    audioCodec: reader.u8(),
    audioChannels: reader.u8(),
    sampleRateCode: reader.u8(),
    sampleBitsCode: reader.u8(),
    audioFrameBytes: reader.u16(),
    audioOutput: reader.u8() !== 0,
    videoCodec: reader.u8(),
    maxAudioChannels: reader.u8(),
    maxVideoChannels: reader.u8(),
  }),
  encode: (writer, body) => {
    writer
      .u8(body.audioCodec)
      .u8(body.audioChannels)
      .u8(body.sampleRateCode)
      .u8(body.sampleBitsCode)
      .u16(body.audioFrameBytes)
      .u8(body.audioOutput ? 1 : 0)
      .u8(body.videoCodec)
      .u8(body.maxAudioChannels)
      .u8(body.maxVideoChannels)
  },
})
