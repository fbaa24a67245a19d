import { defineMessage } from '../message.ts'

/** A picture or video to take now. */
export interface Shot {
  readonly channel: number
  /** 0 stop, 0xFFFF video, else the number of pictures. */
  readonly command: number
  /** Between pictures, or the length of the video; 0 as fast as possible, or until stopped. */
  readonly intervalS: number
  /** 0 send at once, 1 keep. */
  readonly keep: number
  /** 1 320x240, 2 640x480, 3 800x600, 4 1024x768, 5 176x144, 6 352x288, 7 704x288, 8 704x576; 2019: 0 least, 0xFF most. */
  readonly size: number
  /** 1 least loss to 10 most compression. */
  readonly quality: number
  /** 0 to 255. */
  readonly brightness: number
  /** 0 to 127. */
  readonly contrast: number
  /** 0 to 127. */
  readonly saturation: number
  /** 0 to 255. */
  readonly chroma: number
}

/** 0x8801, down: take pictures or a video. JT/T 808-2013, 8.54. */
export const shot = defineMessage({
  id: 0x8801,
  name: 'shot',
  decode: (reader): Shot => ({
    channel: reader.u8(),
    command: reader.u16(),
    intervalS: reader.u16(),
    keep: reader.u8(),
    size: reader.u8(),
    quality: reader.u8(),
    brightness: reader.u8(),
    contrast: reader.u8(),
    saturation: reader.u8(),
    chroma: reader.u8(),
  }),
  encode(writer, body) {
    writer
      .u8(body.channel)
      .u16(body.command)
      .u16(body.intervalS)
      .u8(body.keep)
      .u8(body.size)
      .u8(body.quality)
      .u8(body.brightness)
      .u8(body.contrast)
      .u8(body.saturation)
      .u8(body.chroma)
  },
})
