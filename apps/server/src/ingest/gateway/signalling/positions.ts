// Belongs here: from a position body to the pipeline, and when its 0x8001 may go.
// Does not: the meaning of fields (position-intake.ts), what a position leads to (ingest/position-pipeline.ts).
import { kmhFromDkmh } from '@fleetglass/geo'
import { decodeBody, decodePosition, type Header, type Position } from '@fleetglass/jt808'
import type { CommitWaiter, TrackPoint } from '../../../ports/position-log/index.ts'
import type { Place } from '../../../services/events/index.ts'
import { NO_CLOCK } from '../../../services/tracks/index.ts'
import { BatchReceipt } from '../../receipts.ts'
import { requestAlarmFiles } from './alarm-file-requests.ts'
import { takeIn } from './position-intake.ts'
import { Result, type Speaker, type UpMessage } from './speaker.types.ts'

/** 0x0704, and 0x0210 of small trackers. */
const FROM_MEMORY: ReadonlySet<number> = new Set([0x0704, 0x0210])

/** 0x0200 in one frame, the hot path: the connection itself waits, the serial is the token. */
export function receivePosition(speaker: Speaker, header: Header, body: Uint8Array): void {
  const decoded = decodePosition(body)
  if (!decoded.ok) {
    speaker.context.counters.add('badFrames', 'body')
    speaker.acknowledge(header, 1, Result.wrong)
    return
  }
  const arrival = { waiter: speaker.format, token: header.serial, isStored: false }
  if (!keep(speaker, decoded.value, arrival)) speaker.acknowledge(header, 1, resultWithout(speaker))
}

/** 0x0704, 0x0210, 0x0201 and a 0x0200 that came in packets: acknowledged when every point of it is on disk. */
export function receivePositions(speaker: Speaker, message: UpMessage): void {
  const { header, body, packets } = message
  const positions = positionsOf(header, body)
  if (!positions) {
    speaker.context.counters.add('badFrames', 'body')
    speaker.acknowledge(header, packets, Result.wrong)
    return
  }
  if (!speaker.session?.device && positions.length > 0) {
    speaker.context.counters.add('positions', 'not-registered', positions.length)
    speaker.acknowledge(header, packets, resultWithout(speaker))
    return
  }
  const { format } = speaker
  // The receipt counts the message itself as one, so that it cannot finish before all points were handed over.
  const receipt = new BatchReceipt(positions.length + 1, (error) => {
    if (!error) speaker.acknowledge(header, packets, Result.done, format)
  })
  const { session } = speaker
  const arrival = { waiter: receipt, token: 0, isStored: FROM_MEMORY.has(header.messageId) }
  let at = 0
  const takeSlice = (): void => {
    // The connection has ended, or speaks for another terminal: it is not answered, and the device sends it again.
    if (at > 0 && speaker.session !== session) return
    const end = Math.min(at + TAKEN_AT_ONCE, positions.length)
    for (; at < end; at++) if (!keep(speaker, positions[at]!, arrival)) receipt.committed(0)
    if (at < positions.length) setImmediate(() => speaker.context.contain(speaker, takeSlice))
    else receipt.committed(0)
  }
  takeSlice()
}

/** A position that another message carries. `done` is called when it is on disk; not for a device that no user has added. */
export function receiveOnePosition(speaker: Speaker, position: Position, done: (error?: Error) => void): void {
  const waiter: CommitWaiter = { committed: (_, error) => done(error) }
  const isTaken = keep(speaker, position, { waiter, token: 0, isStored: false })
  if (!isTaken && resultWithout(speaker) === Result.done) done()
}

/** Positions of one message taken in one turn: packets can bring tens of thousands, and other lines are not to wait for them. */
const TAKEN_AT_ONCE = 512

function positionsOf(header: Header, body: Uint8Array): readonly Position[] | null {
  const decoded = decodeBody(header.messageId, header.version, body)
  if (!decoded.ok) return null
  const message = decoded.value
  switch (message.name) {
    case 'position':
      return [message.body]
    case 'positionAnswer':
      return [message.body.position]
    case 'positionBatch':
      return message.body.entries.map((entry) => entry.position)
    case 'trackerReport':
      return message.body.kind === 'positions' ? message.body.entries.map((entry) => entry.position) : []
    default:
      return null
  }
}

/** A device that no user has added keeps its positions until it has been added, unless they are to be dropped. */
function resultWithout({ session, context }: Speaker): number {
  return session?.device || context.newDevicePositions === 'drop' ? Result.done : Result.failed
}

/** How a position came, and who waits for it under which token. */
interface Arrival {
  readonly waiter: CommitWaiter
  readonly token: number
  /** From the device's memory. */
  readonly isStored: boolean
}

/** Hands one position to the pipeline. False when there is nothing to wait for. */
function keep(speaker: Speaker, position: Position, { waiter, token, isStored }: Arrival): boolean {
  const { context, session } = speaker
  if (!session?.device) {
    context.counters.add('positions', 'not-registered')
    return false
  }
  const nowS = Math.floor(context.clock.nowMs() / 1000)
  const { point, report, timeS } = takeIn(position, session.device, nowS, isStored)
  const place = point && placeOf(point)
  const outcome = context.reports.position(
    { device: session.device, position, report, point, timeS, place, isStored },
    waiter,
    token,
  )
  requestAlarmFiles(speaker, position, timeS)
  if (!point) context.counters.add('positions', 'not-located')
  else if (point.statusBits >= NO_CLOCK) context.counters.add('positions', 'no-clock')
  if (outcome === 'full') context.stopReading()
  return outcome !== 'ignored'
}

function placeOf({ latE6, lngE6, speedDkmh }: TrackPoint): Place {
  return { latE6, lngE6, speedKmh: kmhFromDkmh(speedDkmh) }
}
