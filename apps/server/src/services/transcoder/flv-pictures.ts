// Belongs here: H.264 out of FLV as ffmpeg writes it. Does not: which picture it is (ffmpeg-child.ts).
import { concat } from '@fleetglass/bytes'
import { toAnnexB } from '@fleetglass/media'

/** Signature, version, flags, length, and the size of no tag before. */
const FILE_HEADER_BYTES = 13
/** Type, length, time, stream. */
const TAG_HEADER_BYTES = 11
/** The length of the tag again, behind it. */
const TAG_TRAILER_BYTES = 4
const VIDEO_TAG = 9
const CONFIGURATION = 0
const PICTURE = 1
/** Kind, packet type, composition time. */
const VIDEO_HEADER_BYTES = 5
/** What a tag may have; a child that writes more is out of order. */
const MAX_TAG_BYTES = 8 * 1024 * 1024

/** Access units in Annex B form, parameter sets in front of key frames, out of bytes cut anywhere. */
export class FlvPictures {
  #waiting: Uint8Array = new Uint8Array(0)
  #begun = false
  #sets: Uint8Array[] = []

  /** False when it is no FLV: nothing comes any more. */
  push(chunk: Uint8Array, take: (accessUnit: Uint8Array, keyFrame: boolean) => void): boolean {
    this.#waiting = this.#waiting.length === 0 ? chunk : concat([this.#waiting, chunk])
    for (;;) {
      const bytes = this.#waiting
      if (!this.#begun) {
        if (bytes.length < FILE_HEADER_BYTES) return true
        if (bytes[0] !== 0x46 || bytes[1] !== 0x4c || bytes[2] !== 0x56) return false
        this.#begun = true
        this.#waiting = bytes.subarray(FILE_HEADER_BYTES)
        continue
      }
      if (bytes.length < TAG_HEADER_BYTES) return true
      const length = ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
      if (length > MAX_TAG_BYTES) return false
      const end = TAG_HEADER_BYTES + length
      if (bytes.length < end + TAG_TRAILER_BYTES) return true
      if (bytes[0] === VIDEO_TAG) this.#video(bytes.subarray(TAG_HEADER_BYTES, end), take)
      this.#waiting = bytes.subarray(end + TAG_TRAILER_BYTES)
    }
  }

  #video(tag: Uint8Array, take: (accessUnit: Uint8Array, keyFrame: boolean) => void): void {
    const payload = tag.subarray(VIDEO_HEADER_BYTES)
    const isKeyFrame = (tag[0] ?? 0) >> 4 === 1
    if (tag[1] === CONFIGURATION) this.#sets = setsOf(payload)
    else if (tag[1] === PICTURE) take(toAnnexB([...(isKeyFrame ? this.#sets : []), ...unitsOf(payload)]), isKeyFrame)
  }
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1): the sequence and picture parameter sets. */
function setsOf(record: Uint8Array): Uint8Array[] {
  const sets: Uint8Array[] = []
  let at = 5
  for (const countMask of [0x1f, 0xff]) {
    const count = (record[at++] ?? 0) & countMask
    for (let n = 0; n < count; n++) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0)
      sets.push(record.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return sets
}

/** NAL units with their length in four bytes before each. */
function unitsOf(payload: Uint8Array): Uint8Array[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const units: Uint8Array[] = []
  for (let at = 0; at + 4 < payload.length; ) {
    const length = view.getUint32(at)
    units.push(payload.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return units
}
