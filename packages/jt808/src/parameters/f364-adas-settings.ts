import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { defineStructure } from '../structure.ts'
import { type GradedEvidence, readCamera, readGraded, type SafetyCamera, writeCamera, writeGraded } from './evidence.ts'

/** An alarm that begins when a collision is nearer than this. */
export interface CollisionEvidence extends GradedEvidence {
  /** Tenths of a second. */
  readonly nearerThanDs: number
}

/** What the camera that looks ahead shall see, and what it records of it. */
export interface AdasSettings extends SafetyCamera {
  readonly reserved: number
  readonly obstacle: CollisionEvidence
  /** So many changes of the lane within so many seconds. */
  readonly laneChanges: GradedEvidence & { readonly withinS: number; readonly count: number }
  readonly laneDeparture: GradedEvidence
  readonly forwardCollision: CollisionEvidence
  readonly pedestrian: CollisionEvidence
  readonly headway: CollisionEvidence
  readonly roadSign: { readonly photos: number; readonly photoIntervalDs: number }
  /** T/GDRTA 002-2019 (Guangdong) only. */
  readonly guangdong?: { readonly solidLine: GradedEvidence; readonly fullAisle: GradedEvidence }
  readonly rest: Uint8Array
}

/** Two alarms, then four reserved bytes: what the form of Guangdong has behind the road sign. */
const GUANGDONG_BYTES = 12

/** Parameter 0xF364: advanced driver assistance. T/JSATL 12-2017, settings of its terminals. */
export const adasSettings = defineStructure({
  name: 'adasSettings',
  decode(reader): AdasSettings {
    const common = {
      ...readCamera(reader),
      reserved: reader.u8(),
      obstacle: readCollision(reader),
      laneChanges: { withinS: reader.u8(), count: reader.u8(), ...readGraded(reader) },
      laneDeparture: readGraded(reader),
      forwardCollision: readCollision(reader),
      pedestrian: readCollision(reader),
      headway: readCollision(reader),
      roadSign: { photos: reader.u8(), photoIntervalDs: reader.u8() },
    }
    if (reader.remaining < GUANGDONG_BYTES) return { ...common, rest: reader.rest() }
    const guangdong = { solidLine: readGraded(reader), fullAisle: readGraded(reader) }
    return { ...common, guangdong, rest: reader.rest() }
  },
  encode(writer, settings) {
    writeCamera(writer, settings)
    writeCollision(writer.u8(settings.reserved), settings.obstacle)
    writeGraded(writer.u8(settings.laneChanges.withinS).u8(settings.laneChanges.count), settings.laneChanges)
    writeGraded(writer, settings.laneDeparture)
    for (const one of [settings.forwardCollision, settings.pedestrian, settings.headway]) writeCollision(writer, one)
    writer.u8(settings.roadSign.photos).u8(settings.roadSign.photoIntervalDs)
    if (settings.guangdong) {
      writeGraded(writer, settings.guangdong.solidLine)
      writeGraded(writer, settings.guangdong.fullAisle)
    }
    writer.bytes(settings.rest)
  },
})

function readCollision(reader: ByteReader): CollisionEvidence {
  return { nearerThanDs: reader.u8(), ...readGraded(reader) }
}

function writeCollision(writer: ByteWriter, evidence: CollisionEvidence): void {
  writeGraded(writer.u8(evidence.nearerThanDs), evidence)
}
