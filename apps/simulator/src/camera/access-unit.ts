import { concat } from '@fleetglass/bytes'
import { addChipHeader, sendTimeSei, toAnnexB } from '@fleetglass/media'
import type { Clip, ClipFrame, SoundClip } from './clip.ts'

/** A frame of a clip as it leaves the camera at `sentMs`: parameter sets, the send time, the picture. */
export function accessUnit(clip: Clip, frame: ClipFrame, sentMs: number, withSets: boolean): Uint8Array {
  const time = toAnnexB([sendTimeSei(clip.codec, sentMs)])
  return withSets ? concat([frame.sets, time, frame.picture]) : concat([time, frame.picture])
}

/** Packet number `number` of a sound that never ends, with the four bytes of a HiSilicon header if wanted. */
export function soundPacket(sound: SoundClip, number: number, withChipHeader: boolean): Uint8Array {
  const packets = Math.floor(sound.bytes.length / sound.packetBytes)
  const at = (((number % packets) + packets) % packets) * sound.packetBytes
  const body = sound.bytes.subarray(at, at + sound.packetBytes)
  return withChipHeader ? addChipHeader(body) : body
}
