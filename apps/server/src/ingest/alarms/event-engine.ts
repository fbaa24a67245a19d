// Belongs here: turning reports of devices into events. Does not: storing them (services/events), who may see them (features/events).
import { EventCode } from '@fleetglass/contract/events'
import type { Message, Position } from '@fleetglass/jt808'
import type { Counter } from 'prom-client'
import type { Clock } from '../../platform/clock/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { Change, DeviceEvent, EventWriter, Place } from '../../services/events/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'
import type { Occurrence } from './cause-history.ts'
import { type CauseSink, DeviceCauses, type Outcome } from './causes.ts'
import type { Cause, EventEngine } from './event-engine.types.ts'
import { watchPresence } from './presence.ts'
import { causeOf, EACH_TIME, hasAlarms, reportedBy } from './reported.ts'
import { deviceSources } from './sources.ts'

export interface EventEngineDeps {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly writer: EventWriter
}

/** A device that accepted a restart and is not back after this time did something else. */
const RESTART_WITHIN_MS = 600_000

/** When the newest position is ahead of the server's time, a position of these last seconds becomes the newest: the clock was corrected. */
const RECENT_S = 120
/** Clocks this far apart agree. */
const AHEAD_S = 5

export function createEventEngine(deps: EventEngineDeps): EventEngine {
  return new Engine(deps)
}

interface RaisedLoss {
  /** Unix seconds. */
  readonly timeS: number
  /** It was lost again since then without an event: its end raises none, either. */
  readonly isAgain: boolean
}

/** The alarm state of a device, in memory; bounded by the registered devices. */
interface Remembered {
  readonly causes: DeviceCauses
  address: string | null
  /** Its attributes, as far as it reported them. */
  readonly makings: Map<string, string>
  /** By cause: the last video loss that raised an event (SDEV-25). */
  readonly losses: Map<string, RaisedLoss>
  /** Until when it is expected back from a restart; 0: no restart. */
  restartsUntilMs: number
  /** The write of its newest event; events are written in order. A repeated message waits for the events of its first copy. */
  unsettled: Promise<void> | null
}

class Engine implements EventEngine {
  readonly #deps: EventEngineDeps
  readonly #writer: EventWriter
  readonly #subscriptions: readonly { close(): void }[]
  readonly #suppressed: Counter
  readonly #remembered = new Map<number, Remembered>()

  constructor(deps: EventEngineDeps) {
    const { clock, metrics, registry, fleet, writer } = deps
    this.#deps = deps
    this.#writer = writer
    this.#suppressed = metrics.counter('fleetglass_events_held_total', 'Alarms that raised no event', ['reason'])
    const presence = watchPresence({ clock, fleet }, (deviceId, online) => this.#presence(deviceId, online))
    const registered = registry.onChange((change) => {
      if (change.kind !== 'removed') return
      presence.forget(change.device.deviceId)
      this.#remembered.delete(change.device.key)
    })
    this.#subscriptions = [presence, registered]
  }

  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null {
    const { timeS, place } = seen
    const known = this.#remembered.get(device.key)
    if (known === undefined && !hasAlarms(position)) return null
    const remembered = known ?? this.#remember(device)
    const { causes } = remembered
    const isPast = this.#isPast(device, causes, timeS)
    const atMs = timeS * 1000
    if (!isPast && causes.isQuiet && !hasAlarms(position)) {
      causes.passed(atMs)
      return null
    }
    const sink = this.#sink(device, remembered, isPast || seen.isStored)
    const at = { atMs, nowMs: this.#nowMs, place }
    const reported = reportedBy(position)
    const isTaken = isPast ? causes.evaluateLate(reported, at, sink) : causes.evaluate(reported, at, sink)
    return isTaken ? remembered.unsettled : notTaken()
  }

  /** Whether a newer position was evaluated, also before a restart of the server. */
  #isPast({ deviceId }: RegisteredDevice, causes: DeviceCauses, timeS: number): boolean {
    const newestS = causes.newestMs / 1000 || (this.#deps.fleet.get(deviceId)?.fix?.timeS ?? 0)
    const nowS = this.#deps.clock.nowMs() / 1000
    // After a clock that was ahead was corrected, positions must not count as late until the wrong time has come.
    return timeS < (newestS > nowS + AHEAD_S ? nowS - RECENT_S : newestS)
  }

  message(device: RegisteredDevice, message: Message): Promise<void> | null {
    switch (message.name) {
      case 'deviceText':
        return this.#report(device, causeOf(EACH_TIME, deviceSources.receivedMessage, message.body.text))
      case 'questionAnswer':
        return this.#report(
          device,
          causeOf(EACH_TIME, deviceSources.receivedMessage, `answer ${message.body.answerId}`),
        )
      case 'eventReport':
        return this.#report(
          device,
          causeOf(`report:${message.body.eventId}`, deviceSources.notify, `event ${message.body.eventId}`),
        )
      case 'registration': {
        const { plate, maker, model, terminalId } = message.body
        return this.#isMadeOf(device, 'registration', [plate, maker, model, terminalId])
      }
      case 'attributes': {
        const { model, terminalId, iccid, hardware, firmware } = message.body
        return this.#isMadeOf(device, 'attributes', [model, terminalId, iccid, hardware, firmware])
      }
      default:
        return null
    }
  }

  seenAt(device: RegisteredDevice, address: string): void {
    const remembered = this.#remember(device)
    const { address: before } = remembered
    if (
      remembered.restartsUntilMs > this.#nowMs &&
      this.#occurred(device, causeOf('device:reboot', deviceSources.reboot)) !== 'full'
    ) {
      remembered.restartsUntilMs = 0
    }
    if (before !== null && before !== address) {
      const cause = causeOf('device:address', deviceSources.addressChanged, `${before} → ${address}`)
      // The next connection from that address finds the same difference.
      if (this.#occurred(device, cause) === 'full') return
    }
    remembered.address = address
  }

  restarts(device: RegisteredDevice): void {
    this.#remember(device).restartsUntilMs = this.#nowMs + RESTART_WITHIN_MS
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close()
  }

  /** False when it could not be stored and has to be raised later. */
  #presence(deviceId: string, online: boolean): boolean {
    const device = this.#deps.registry.byId(deviceId)
    if (!device) return true
    const source = online ? deviceSources.online : deviceSources.offline
    return this.#occurred(device, causeOf(EACH_TIME, source)) !== 'full'
  }

  /** Raises an event only when the device's description of itself has changed. */
  #isMadeOf(device: RegisteredDevice, who: string, parts: readonly string[]): Promise<void> | null {
    const { makings } = this.#remember(device)
    const before = makings.get(who)
    const cause = causeOf(`made:${who}`, deviceSources.infoChanged, parts.join(', '))
    const now = cause.memo
    if (before !== undefined && before !== now && this.#occurred(device, cause) === 'full') return notTaken()
    makings.set(who, now)
    return this.#remember(device).unsettled
  }

  /** Raises an event of a message. */
  #report(device: RegisteredDevice, cause: Cause): Promise<void> | null {
    return this.#occurred(device, cause) === 'full' ? notTaken() : this.#remember(device).unsettled
  }

  #occurred(device: RegisteredDevice, cause: Cause): Outcome {
    const remembered = this.#remember(device)
    const at = { atMs: this.#deps.clock.nowMs(), nowMs: this.#nowMs, place: this.#lastPlace(device) }
    return remembered.causes.occurred(cause, at, this.#sink(device, remembered, false))
  }

  #lastPlace({ deviceId }: RegisteredDevice): Place | null {
    const fix = this.#deps.fleet.get(deviceId)?.fix
    return fix ? { latE6: fix.latE6, lngE6: fix.lngE6, speedKmh: fix.speedKmh } : null
  }

  #sink(device: RegisteredDevice, remembered: Remembered, late: boolean): CauseSink {
    return {
      raise: (change, cause, at): boolean => {
        if (isLossTooSoon(device, remembered, change, cause, Math.floor(at.atMs / 1000))) {
          this.#suppressed.inc({ reason: 'video-loss-interval' })
          return true
        }
        if (this.#writer.isFull) {
          this.#suppressed.inc({ reason: 'full' })
          return false
        }
        awaitEvent(remembered, this.#writer.append([eventOf(device, change, cause, at, late)]))
        return true
      },
      suppressed: (reason: string): void => this.#suppressed.inc({ reason }),
    }
  }

  #remember({ key }: RegisteredDevice): Remembered {
    const known = this.#remembered.get(key)
    if (known) return known
    const causes = new DeviceCauses(this.#nowMs)
    const made = {
      causes,
      address: null,
      makings: new Map(),
      losses: new Map(),
      restartsUntilMs: 0,
      unsettled: null,
    }
    this.#remembered.set(key, made)
    return made
  }

  get #nowMs(): number {
    return this.#deps.clock.monotonicMs()
  }
}

/** Video that is lost again within the device's interval is the same loss: neither it nor its end raises an event. */
function isLossTooSoon(
  { videoLossIntervalS }: RegisteredDevice,
  { losses }: Remembered,
  change: Change,
  { code, key }: Cause,
  timeS: number,
): boolean {
  if (code !== EventCode.videoLoss || videoLossIntervalS === 0) return false
  const last = losses.get(key)
  if (change === 'cover') return last?.isAgain === true
  const isAgain = last !== undefined && Math.abs(timeS - last.timeS) < videoLossIntervalS
  // A late loss does not restart the interval.
  if (last === undefined || timeS >= last.timeS) losses.set(key, { timeS: isAgain ? last.timeS : timeS, isAgain })
  return isAgain
}

/** The message is not acknowledged, and the device sends it again. */
function notTaken(): Promise<void> {
  return Promise.reject(new Error('the event log takes no more'))
}

function awaitEvent(remembered: Remembered, stored: Promise<void>): void {
  const settled = (): void => {
    if (remembered.unsettled === stored) remembered.unsettled = null
  }
  remembered.unsettled = stored
  stored.then(settled, settled)
}

function eventOf(
  { key, deviceId }: RegisteredDevice,
  change: Change,
  { code, name, memo, call, alarm }: Cause,
  { atMs, place }: Occurrence,
  late: boolean,
): DeviceEvent {
  const timeS = Math.floor(atMs / 1000)
  return {
    change,
    deviceKey: key,
    deviceId,
    timeS,
    code,
    name,
    memo,
    place,
    late,
    // A device does not report that it is not there.
    byServer: code === EventCode.online || code === EventCode.offline,
    // The driver who called then does not wait any more.
    call: call && change === 'new' && !late,
    // Its files belong to its beginning.
    ...(alarm !== undefined && change === 'new' && { alarm }),
  }
}
