import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

// Parts that the settings of active safety share. T/JSATL 12-2017, tables of 0xF364 and 0xF365. `0xff` in a BYTE, or in
// all of a number, asks the terminal to leave that value as it is.

/** What the terminal records for an alarm. */
export interface Evidence {
  /** Seconds before and after the alarm. */
  readonly videoS: number
  readonly photos: number
  /** Tenths of a second between photos. */
  readonly photoIntervalDs: number
}

/** The same of an alarm that has two levels: the second one from this speed on. */
export interface GradedEvidence extends Evidence {
  readonly secondLevelKmh: number
}

export function readEvidence(reader: ByteReader): Evidence {
  return { videoS: reader.u8(), photos: reader.u8(), photoIntervalDs: reader.u8() }
}

export function writeEvidence(writer: ByteWriter, evidence: Evidence): void {
  writer.u8(evidence.videoS).u8(evidence.photos).u8(evidence.photoIntervalDs)
}

export function readGraded(reader: ByteReader): GradedEvidence {
  return { secondLevelKmh: reader.u8(), ...readEvidence(reader) }
}

export function writeGraded(writer: ByteWriter, evidence: GradedEvidence): void {
  writeEvidence(writer.u8(evidence.secondLevelKmh), evidence)
}

/** How one camera of active safety works: the first 19 bytes of 0xF364 and 0xF365. */
export interface SafetyCamera {
  /** Below this speed nothing is an alarm. */
  readonly alarmsFromKmh: number
  /** 0 silent to 8. */
  readonly volume: number
  /** Photos without an alarm: 0 none, 1 by time, 2 by distance, 3 reserved. */
  readonly photosBy: number
  readonly photoEveryS: number
  readonly photoEveryM: number
  readonly photosAtOnce: number
  readonly photoIntervalDs: number
  /** 1 352x288, 2 704x288, 3 704x576, 4 640x480, 5 1280x720, 6 1920x1080. */
  readonly photoSizeCode: number
  /** 1 CIF, 2 HD1, 3 D1, 4 WD1, 5 VGA, 6 720p, 7 1080p. */
  readonly videoSizeCode: number
  readonly alarmBits: number
  readonly eventBits: number
}

export function readCamera(reader: ByteReader): SafetyCamera {
  return {
    alarmsFromKmh: reader.u8(),
    volume: reader.u8(),
    photosBy: reader.u8(),
    photoEveryS: reader.u16(),
    photoEveryM: reader.u16(),
    photosAtOnce: reader.u8(),
    photoIntervalDs: reader.u8(),
    photoSizeCode: reader.u8(),
    videoSizeCode: reader.u8(),
    alarmBits: reader.u32(),
    eventBits: reader.u32(),
  }
}

export function writeCamera(writer: ByteWriter, camera: SafetyCamera): void {
  writer.u8(camera.alarmsFromKmh).u8(camera.volume).u8(camera.photosBy)
  writer.u16(camera.photoEveryS).u16(camera.photoEveryM)
  writer.u8(camera.photosAtOnce).u8(camera.photoIntervalDs).u8(camera.photoSizeCode).u8(camera.videoSizeCode)
  writer.u32(camera.alarmBits).u32(camera.eventBits)
}
