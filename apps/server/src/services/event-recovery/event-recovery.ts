// Belongs here: when a device is asked for what the server missed, and how many at a time. Does not: what its answer means
// (missed-events.ts), fetching footage (services/retrieval).
import { eventRecoverCall } from '@fleetglass/contract/server-settings'
import type { z } from 'zod'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { defineSettings, type OpenSettings, type Settings } from '../../platform/settings/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../directory/index.ts'
import { type DeviceEvent, type EventStore, type EventWriter, eventMemo } from '../events/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { FootageEngine } from '../retrieval/index.ts'
import {
  type FootageSpan,
  filesIn,
  footageOf,
  LONGEST_FILE_S,
  type MissedSpan,
  missedAlarms,
  type RecordedAlarm,
  SAME_EVENT_S,
} from './missed-events.ts'

/** SET-085 to SET-087. */
const eventRecoverSettings = defineSettings({
  name: 'cover',
  schema: eventRecoverCall.fields,
  initial: () => ({ enable: '' as const }),
})

/** Devices that are asked at once. Each that waits is one entry, so that the queue is bounded by the registered devices. */
const ASKED_AT_ONCE = 4
/** What a device sends by itself after a connect (0x0704) is stored first, so that nothing is raised for it here. */
const SETTLE_MS = 15_000
/** No more of the past is asked for, however long a device was away. */
const LONGEST_S = 86_400
/** A server that was killed may not have finished what it was asking: what is stored already is left out. */
const BEFORE_START_S = 600
/** A device reads its disk, and sends a long list in many packets over a mobile link. */
const LIST_MS = 30_000
/** Stored events of the span that are compared. */
const MAX_STORED = 5_000
/** Footage of recovered events that the list has, of one device and of all: the rest of its places is for users. */
const MAX_FOOTAGE_OF_DEVICE = 40
const MAX_FOOTAGE_OF_ALL = 1_000
/** Name that stands where users stand who request footage. */
const REQUESTED_BY = 'Event recover'

export interface EventRecoveryDeps {
  readonly clock: Clock
  readonly log: Log
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly commands: DeviceCommands
  readonly events: Pick<EventStore, 'between'>
  readonly writer: Pick<EventWriter, 'append'>
  readonly footage: Pick<FootageEngine, 'add' | 'all'>
  readonly settings: Pick<Settings, 'open'>
  readonly alarmsOf: (alarmBits: bigint) => readonly RecordedAlarm[]
}

/** Requests from devices that come back the events that they recorded while they were offline, with footage of them. */
export function createEventRecovery(deps: EventRecoveryDeps): { close(): Promise<void> } {
  return new EventRecovery({ ...deps, log: deps.log.child({ part: 'event recovery' }) })
}

class EventRecovery {
  readonly #deps: EventRecoveryDeps
  readonly #settings: OpenSettings<z.output<typeof eventRecoverSettings.schema>>
  /** Unix seconds since when a device is offline. */
  readonly #offlineSinceS = new Map<string, number>()
  readonly #settling = new Map<string, Timer>()
  /** In the order in which the devices came back. */
  readonly #waiting = new Map<string, MissedSpan>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #watches: readonly { close(): void }[]
  #isClosed = false

  constructor(deps: EventRecoveryDeps) {
    this.#deps = deps
    this.#settings = deps.settings.open(eventRecoverSettings)
    for (const { deviceId, registered, fix } of deps.fleet.all()) {
      if (registered && fix !== null) this.#offlineSinceS.set(deviceId, fix.timeS - BEFORE_START_S)
    }
    this.#watches = [
      deps.fleet.onOnlineChange((deviceId, isOnline) => (isOnline ? this.#online(deviceId) : this.#offline(deviceId))),
      deps.registry.onChange((change) => {
        if (change.kind === 'removed') this.#forget(change.device.deviceId)
      }),
    ]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const watch of this.#watches) watch.close()
    for (const timer of this.#settling.values()) timer.cancel()
    await Promise.all(this.#running.values())
  }

  #forget(deviceId: string): void {
    this.#offlineSinceS.delete(deviceId)
    this.#waiting.delete(deviceId)
    this.#settling.get(deviceId)?.cancel()
    this.#settling.delete(deviceId)
  }

  #offline(deviceId: string): void {
    if (this.#deps.registry.byId(deviceId) === undefined) return
    this.#settling.get(deviceId)?.cancel()
    this.#settling.delete(deviceId)
    // What was not asked for yet is still missed.
    const pending = this.#waiting.get(deviceId)?.fromS ?? this.#offlineSinceS.get(deviceId)
    this.#waiting.delete(deviceId)
    this.#offlineSinceS.set(deviceId, pending ?? Math.floor(this.#deps.clock.nowMs() / 1000))
  }

  #online(deviceId: string): void {
    if (this.#settings.value.enable !== '1') {
      this.#offlineSinceS.delete(deviceId)
      return
    }
    if (!this.#offlineSinceS.has(deviceId)) return
    const toS = Math.ceil(this.#deps.clock.nowMs() / 1000)
    this.#settling.get(deviceId)?.cancel()
    const timer = this.#deps.clock.after(SETTLE_MS, () => {
      this.#settling.delete(deviceId)
      const sinceS = this.#offlineSinceS.get(deviceId) ?? toS
      this.#offlineSinceS.delete(deviceId)
      this.#waiting.set(deviceId, { fromS: Math.max(sinceS, toS - LONGEST_S), toS })
      this.#look()
    })
    this.#settling.set(deviceId, timer)
  }

  #look(): void {
    for (const [deviceId, span] of this.#waiting) {
      if (this.#isClosed || this.#running.size >= ASKED_AT_ONCE) return
      if (this.#running.has(deviceId)) continue
      this.#waiting.delete(deviceId)
      const device = this.#deps.registry.byId(deviceId)
      if (device === undefined || this.#settings.value.enable !== '1') continue
      const run = this.#recover(device, span)
        .catch((error: unknown) =>
          this.#deps.log.error(
            { err: error, deviceId },
            'Cannot recover the events of a device; the next time offline starts anew',
          ),
        )
        .finally(() => {
          this.#running.delete(deviceId)
          this.#look()
        })
      this.#running.set(deviceId, run)
    }
  }

  async #recover(device: RegisteredDevice, span: MissedSpan): Promise<void> {
    const { commands, events, log } = this.#deps
    const { deviceId, key } = device
    const asked = { channel: 0, mainStream: false, fromMs: span.fromS * 1000, toMs: span.toS * 1000 }
    const result = await commands.send(deviceId, { name: 'listRecordings', span: asked }, { timeoutMs: LIST_MS })
    if (result.kind === 'offline' || result.kind === 'timeout') {
      this.#missAgain(deviceId, span)
      return
    }
    if (result.kind !== 'answered' || result.answer.name !== 'recordings') {
      log.warn(
        { deviceId, outcome: result.kind },
        'A device does not list its recordings: its events are not recovered',
      )
      return
    }
    const files = filesIn(result.answer.entries, span, this.#deps.alarmsOf)
    const around = { startS: span.fromS - LONGEST_FILE_S - SAME_EVENT_S, endS: span.toS + SAME_EVENT_S }
    const stored = await events.between(key, { ...around, limit: MAX_STORED })
    const missed = missedAlarms(files, stored).map((alarm) => recoveredEvent(device, alarm))
    if (missed.length > 0) await this.#deps.writer.append(missed)
    const lateTimesS = stored
      .filter(({ late, change, timeS }) => late && change === 'new' && timeS >= span.fromS && timeS <= span.toS)
      .map(({ timeS }) => timeS)
    const pieces = await this.#order(device, footageOf(files, lateTimesS, Math.floor(this.#deps.clock.nowMs() / 1000)))
    if (missed.length + pieces > 0)
      log.info({ deviceId, ...span, events: missed.length, footage: pieces }, 'Events were recovered')
  }

  /** It left before it answered, and is asked when it is back; the limit of the past bounds how often. */
  #missAgain(deviceId: string, { fromS }: MissedSpan): void {
    this.#offlineSinceS.set(deviceId, Math.min(fromS, this.#offlineSinceS.get(deviceId) ?? fromS))
  }

  /** Answers how many pieces are new. */
  async #order(
    { key, deviceId, channels: configured }: RegisteredDevice,
    spans: readonly FootageSpan[],
  ): Promise<number> {
    const { clock, footage, log } = this.#deps
    const ofAll = footage.all().filter(({ userName }) => userName === REQUESTED_BY)
    const requested = ofAll.filter(({ deviceKey }) => deviceKey === key)
    const left = Math.min(MAX_FOOTAGE_OF_DEVICE - requested.length, MAX_FOOTAGE_OF_ALL - ofAll.length)
    let added = 0
    for (const { fromS, toS, ...span } of spans) {
      const [startMs, endMs] = [fromS * 1000, toS * 1000]
      const channels = span.channels.filter((channel) => channel <= configured.length)
      const isThere = requested.some((one) => one.startMs < endMs && one.endMs > startMs)
      if (isThere || channels.length === 0) continue
      if (added >= left) {
        log.warn({ deviceId }, 'Too much footage of recovered events is in the list: no more is requested')
        return added
      }
      const mainChannels = span.mainChannels.filter((channel) => channels.includes(channel))
      const order = {
        deviceKey: key,
        deviceId,
        startMs,
        endMs,
        channels,
        mainChannels,
        audio: true,
        way: 'stream' as const,
      }
      const ids = await footage.add([{ ...order, userName: REQUESTED_BY, createdMs: clock.nowMs(), eventSerial: null }])
      if (ids === null) {
        log.warn({ deviceId }, 'Too much footage is waiting: that of recovered events is not requested')
        return added
      }
      added++
    }
    return added
  }
}

/** `late` is what type 1 (recover) is called here: it did not arrive when it happened. */
function recoveredEvent(
  { key, deviceId }: RegisteredDevice,
  alarm: RecordedAlarm & { readonly timeS: number },
): DeviceEvent {
  return {
    change: 'new',
    deviceKey: key,
    deviceId,
    timeS: alarm.timeS,
    code: alarm.code,
    name: alarm.name ?? '',
    memo: eventMemo('Found in the recordings of the device'),
    call: false,
    place: null,
    late: true,
  }
}
