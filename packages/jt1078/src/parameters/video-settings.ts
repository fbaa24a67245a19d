import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** How one stream is coded: 9 bytes of parameters 0x0075 and 0x0077. */
export interface StreamSettings {
  /** 0 CBR, 1 VBR, 2 ABR, 100–127 the maker's own. */
  readonly mode: number
  /** 0 QCIF, 1 CIF, 2 WCIF, 3 D1, 4 WD1, 5 720p, 6 1080p, 100–127 the maker's own. */
  readonly sizeCode: number
  /** A key frame every so many frames. */
  readonly keyFrameInterval: number
  readonly framesPerS: number
  readonly bitRateKbps: number
}

/** Live and stored stream and what is drawn into the picture: the first 20 bytes of parameter 0x0075. */
export interface VideoSettings {
  readonly live: StreamSettings
  readonly stored: StreamSettings
  /** Bits: 0 time, 1 plate, 2 channel, 3 position, 4 tachograph speed, 5 GNSS speed, 6 driving time, 11–15 own. */
  readonly overlayBits: number
}

function readStream(reader: ByteReader): StreamSettings {
  return {
    mode: reader.u8(),
    sizeCode: reader.u8(),
    keyFrameInterval: reader.u16(),
    framesPerS: reader.u8(),
    bitRateKbps: reader.u32(),
  }
}

function writeStream(writer: ByteWriter, stream: StreamSettings): void {
  writer.u8(stream.mode).u8(stream.sizeCode).u16(stream.keyFrameInterval).u8(stream.framesPerS).u32(stream.bitRateKbps)
}

export function readVideoSettings(reader: ByteReader): VideoSettings {
  return { live: readStream(reader), stored: readStream(reader), overlayBits: reader.u16() }
}

export function writeVideoSettings(writer: ByteWriter, settings: VideoSettings): void {
  writeStream(writer, settings.live)
  writeStream(writer, settings.stored)
  writer.u16(settings.overlayBits)
}
