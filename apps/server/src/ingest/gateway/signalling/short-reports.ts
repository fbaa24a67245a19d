// Belongs here: a short report (0x5501, 0x5502) as a position. Does not: its bytes (packages/jt808), how it is stored (positions.ts).
import { digitsToBcd } from '@fleetglass/bytes'
import {
  encodeShortAnswer,
  type Header,
  kmhFromKnots,
  localTimeS,
  type Position,
  readShortItems,
  type ShortReport,
  wantsShortAnswer,
} from '@fleetglass/jt808'
import { receiveOnePosition } from './positions.ts'
import type { Speaker } from './speaker.types.ts'

const LOCATED = 1

/** The header of JT/T 808 that says the same; such trackers are answered in their own form only. */
export function headerOfShort({ messageId, terminal, serial }: ShortReport): Header {
  return {
    messageId,
    version: '2013',
    versionFlag: false,
    protocolVersion: 0,
    terminal,
    serial,
    encryption: 0,
    reservedFlag: false,
    bodyLength: 0,
  }
}

/** Stores it; the tracker gets its 0x4401, if it wants one, when it is on disk. */
export function receiveShortReport(speaker: Speaker, report: ShortReport, write: (frame: Uint8Array) => void): void {
  const offsetS = (speaker.session?.device?.utcOffsetMinutes ?? 0) * 60
  const done = (error?: Error): void => {
    if (!error && wantsShortAnswer(report)) write(encodeShortAnswer(report))
  }
  receiveOnePosition(speaker, positionOf(report, offsetS), done)
}

/** Its time is UTC; a position has the time of the device's zone. */
function positionOf(report: ShortReport, offsetS: number): Position {
  const timeBytes = digitsToBcd(report.timeUtc)
  const utcS = localTimeS(timeBytes)
  const km = report.odometerKm * 10
  return {
    alarmBits: 0,
    statusBits: report.flagBits & LOCATED ? 1 << 1 : 0,
    latE6: degreesE6(report.latMinuteE4),
    lngE6: degreesE6(report.lngMinuteE4),
    altitudeM: readShortItems(report.items).altitudeM ?? 0,
    speedDkmh: Math.round(kmhFromKnots(report.speedKnots) * 10),
    headingDeg: report.headingDeg,
    localTimeS: utcS === null ? null : utcS + offsetS,
    timeBytes,
    items: [
      { id: 0x01, value: Uint8Array.of(km >>> 24, km >>> 16, km >>> 8, km) },
      { id: 0x30, value: Uint8Array.of(report.signal) },
      { id: 0x31, value: Uint8Array.of(report.satellites) },
    ],
  }
}

function degreesE6(minuteE4: number): number {
  return Math.round((minuteE4 / 60) * 100)
}
