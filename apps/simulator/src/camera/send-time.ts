import { toAnnexB, type VideoCodec } from '@fleetglass/media'

/** placeholder until media exports SEI */
const UUID = Uint8Array.from('fleetglass-time!', (letter) => letter.charCodeAt(0))

/**
 * A NAL unit (with start code) that holds the time a picture left the camera: user data unregistered (H.264 D.1.7, H.265
 * D.2.7) under our own UUID, unix ms in 8 bytes.
 */
export function sendTimeSei(codec: VideoCodec, sentMs: number): Uint8Array {
  const head = codec === 'h264' ? [0x06] : [0x4e, 0x01]
  const time = new DataView(new ArrayBuffer(8))
  time.setBigUint64(0, BigInt(Math.floor(sentMs)))
  const content = [5, UUID.length + 8, ...UUID, ...new Uint8Array(time.buffer), 0x80]
  return toAnnexB([Uint8Array.from([...head, ...withEmulationBytes(content)])])
}

function withEmulationBytes(bytes: readonly number[]): number[] {
  const out: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out
}
