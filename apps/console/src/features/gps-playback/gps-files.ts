import { csvCell, type GpsPlayback, type GpsPoint } from '@fleetglass/contract/tracks'
import { localTimeText } from '../../platform/time/index.ts'
import type { GpsResult } from './gps-result.ts'
import { pointOf, secondOfHour } from './track.ts'

/** Addresses by point; a point without one has none. */
export type Addresses = readonly (string | null)[]

/** So many points are written at a time: a moment's work. */
const pointsAtOnce = 2_000

/** A file as it is written, piece by piece. */
export interface FilePieces {
  readonly pieces: Iterable<string>
  readonly count: number
  readonly type: string
}

/** GPSP-53, GPSP-69: the whole result as one JSON value, the shape of `GpsPlayback`. */
export function jsonPieces(result: GpsResult, addresses: Addresses): FilePieces {
  const { track } = result
  return {
    pieces: jsonOf(result, addresses),
    count: Math.ceil(track.count / pointsAtOnce) * 2,
    type: 'application/json',
  }
}

function* jsonOf(result: GpsResult, addresses: Addresses): Generator<string> {
  const { track } = result
  yield '{"list":['
  yield* points(0, track.count, (index) => fullPoint(result, addresses, index))
  const about: Omit<GpsPlayback, 'list' | 'dayData' | 'events'> = {
    deviceid: track.deviceId,
    begintime: track.beginS,
    endtime: track.endS,
    maxSpeed: track.maxSpeedKmh,
  }
  yield `],${JSON.stringify(about).slice(1, -1)},"dayData":[`
  for (const [hour, { from, to }] of track.hours.entries()) {
    yield hour === 0 ? '[' : ',['
    yield* points(from, to, (index) => ({
      ...fullPoint(result, addresses, index),
      seconds: secondOfHour(track.timesMs[index]!),
    }))
    yield ']'
  }
  yield `],"events":${JSON.stringify(result.events.map(({ id: _id, isLate: _isLate, ...event }) => event))}}`
}

function fullPoint({ track }: GpsResult, addresses: Addresses, index: number): GpsPoint {
  const address = addresses[index]
  return { ...pointOf(track, index), ...(address != null && { address }) }
}

function* points(from: number, to: number, point: (index: number) => object): Generator<string> {
  for (let start = from; start < to; start += pointsAtOnce) {
    const end = Math.min(to, start + pointsAtOnce)
    let text = start === from ? '' : ','
    for (let index = start; index < end; index++) text += (index === start ? '' : ',') + JSON.stringify(point(index))
    yield text
  }
}

const byteOrderMark = '\uFEFF'

/** GPSP-36, GPSP-37, GPSP-69: the columns of the list, in UTF-8 with its mark; `addresses` is null where none are looked up. */
export function csvPieces(result: GpsResult, addresses: Addresses | null): FilePieces {
  return { pieces: csvOf(result, addresses), count: Math.ceil(result.track.count / pointsAtOnce), type: 'text/csv' }
}

function* csvOf({ track }: GpsResult, addresses: Addresses | null): Generator<string> {
  const columns = ['#', 'Time', 'Lat', 'Lng', 'Speed', 'Direction', ...(addresses ? ['Address'] : [])]
  yield `${byteOrderMark}${columns.join()}\r\n`
  for (let start = 0; start < track.count; start += pointsAtOnce) {
    let text = ''
    for (let index = start; index < Math.min(track.count, start + pointsAtOnce); index++) {
      const { time, lat, lng, speedInKmh, trackingAngle } = pointOf(track, index)
      const cells = [index + 1, localTimeText(time / 1000), lat, lng, speedInKmh, trackingAngle]
      const row = addresses ? [...cells, addresses[index] ?? ''] : cells
      text += `${row.map(csvCell).join()}\r\n`
    }
    yield text
  }
}
