// Belongs here: which rows a link that follows them gets, and when. Does not: how a row is written (services/device-list/device-rows.ts), the message
// itself (devices.channel.ts).
import {
  type ClientPorts,
  PUSH_INTERVAL_MS,
  PUSH_ROWS_MAX,
  PUSH_SILENCE_MS,
  type PushState,
  type RecordingFault,
} from '@fleetglass/contract/devices'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { type RowWriter, rowFormFor } from '../../services/device-list/index.ts'
import type { Account, Registry, Visibility } from '../../services/directory/index.ts'
import type { Fleet, LiveDevice } from '../../services/live-state/index.ts'

/**
 * A link that leaves more unread gets nothing more until it has read: what changes meanwhile is kept as a set of devices,
 * so that it then gets each changed row once, as it is then. The bound of what waits is the number of devices, and
 * `GONE_MAX`.
 */
export const SLOW_CONNECTION_BYTES = 512 * 1024

/** Removed devices that a slow link has not been sent yet: beyond this number the link receives the full list. */
export const GONE_MAX = 10_000

/** Where the rows of one link go. */
export interface RowReceiver {
  readonly account: Account
  /** Bytes it was sent and has not read. */
  unreadBytes(): number
  /** Rows as UTF-8, or nothing but a sign of life. */
  send(rows: Uint8Array | null, state: PushState): void
}

/** Changed rows for the links that follow them. */
export interface RowPush {
  /** As each message has it. */
  readonly state: PushState
  /** Begins with what changed after `sinceRevision` of the fleet; `null`: with what changes from now on. */
  follow(receiver: RowReceiver, sinceRevision: number | null): { close(): void }
  close(): Promise<void>
}

export interface RowPushDeps {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly registry: Pick<Registry, 'byId' | 'onChange' | 'version'>
  readonly fleet: Fleet
  readonly visibility: Pick<Visibility, 'audience' | 'sees' | 'seesUnregistered'>
  readonly writer: RowWriter
  /** Why nothing is recorded, or `null`. */
  readonly recordingFault: () => RecordingFault | null
  readonly ports: () => ClientPorts
  readonly eventProfiles: () => number
}

interface Subscriber {
  readonly receiver: RowReceiver
  /** Devices whose change was not sent to this link yet, because it is slow or the message was full. */
  readonly buffered: Set<string>
  sentMs: number
  sentState: PushState
}

export function createRowPush(deps: RowPushDeps): RowPush {
  const { clock, fleet, registry, visibility, writer } = deps
  const subscribers = new Set<Subscriber>()
  /** Changes of the fleet up to here were in a round. */
  let sentRevision = fleet.revision
  /** Devices that changed since the last round otherwise: their record, or the fleet has forgotten them. */
  const others = new Set<string>()
  /** Last states of devices that were removed from the fleet and that some link has not been sent yet. */
  const gone = new Map<string, LiveDevice>()
  let timer: Timer | null = null
  const buffered = deps.metrics.counter(
    'fleetglass_push_held_total',
    'Rounds of pushed rows that a slow link was not sent',
  )
  deps.metrics.measured('fleetglass_push_links', 'Links that follow changed rows', () => subscribers.size)

  const subscriptions = [
    fleet.onChange((devices) => {
      if (subscribers.size === 0) return
      for (const device of devices) {
        if (fleet.get(device.deviceId) !== undefined) continue
        gone.set(device.deviceId, device)
        others.add(device.deviceId)
        if (gone.size > GONE_MAX) forgetOldest()
      }
    }),
    registry.onChange(({ device }) => {
      if (subscribers.size > 0) others.add(device.deviceId)
    }),
  ]

  /** Unknown devices may connect under ever new numbers while a link does not read. */
  function forgetOldest(): void {
    const [oldest = ''] = gone.keys()
    gone.delete(oldest)
    others.delete(oldest)
    for (const subscriber of subscribers) subscriber.buffered.delete(oldest)
  }

  function stateNow(): PushState {
    return {
      version: registry.version,
      recordingFault: deps.recordingFault(),
      ports: deps.ports(),
      eventProfiles: deps.eventProfiles(),
    }
  }

  /** `undefined`: not there for this account. */
  function rowFor(account: Account, deviceId: string): string | undefined {
    const device = registry.byId(deviceId)
    if (device !== undefined) {
      return visibility.sees(account, device) ? writer.row(device, fleet.get(deviceId), rowFormFor(account)) : undefined
    }
    // Neither registered nor online: its last row says that it is gone.
    const live = fleet.get(deviceId) ?? gone.get(deviceId)
    return live !== undefined && visibility.seesUnregistered(account)
      ? writer.row(undefined, live, rowFormFor(account))
      : undefined
  }

  function payloadFor(account: Account, deviceIds: Iterable<string>): Uint8Array | null {
    const rows: string[] = []
    for (const deviceId of deviceIds) {
      const row = rowFor(account, deviceId)
      if (row !== undefined) rows.push(row)
    }
    return rows.length === 0 ? null : Buffer.from(rows.join('\n'))
  }

  /**
   * What changed since the round before. The fleet is gone through (a tenth of a millisecond for 10,000 devices): its notices come
   * a quarter of a second later, which a position on a screen can do without.
   */
  function nextBatch(): string[] {
    const batch = changedSince(sentRevision)
    sentRevision = fleet.revision
    for (const deviceId of others) batch.add(deviceId)
    others.clear()
    return [...batch]
  }

  /** Once for all links: those that see the same devices and as much of them share the bytes of the message. */
  function round(): void {
    const nowMs = clock.monotonicMs()
    const batch = nextBatch()
    const shared = new Map<string, Uint8Array | null>()
    let anySkipped = false
    for (const subscriber of subscribers) {
      const { receiver } = subscriber
      if (receiver.unreadBytes() > SLOW_CONNECTION_BYTES) {
        if (batch.length > 0) buffered.inc()
        for (const deviceId of batch) subscriber.buffered.add(deviceId)
      } else report(subscriber, batch, shared, nowMs)
      anySkipped ||= subscriber.buffered.size > 0
    }
    if (!anySkipped) gone.clear()
  }

  function report(
    subscriber: Subscriber,
    batch: readonly string[],
    shared: Map<string, Uint8Array | null>,
    nowMs: number,
  ): void {
    const { account, send } = subscriber.receiver
    let payload: Uint8Array | null
    if (subscriber.buffered.size === 0 && batch.length <= PUSH_ROWS_MAX) {
      const audience = `${visibility.audience(account)}/${rowFormFor(account)}`
      const ready = shared.get(audience)
      payload = ready === undefined ? payloadFor(account, batch) : ready
      shared.set(audience, payload)
    } else {
      for (const deviceId of batch) subscriber.buffered.add(deviceId)
      const now = [...subscriber.buffered].slice(0, PUSH_ROWS_MAX)
      for (const deviceId of now) subscriber.buffered.delete(deviceId)
      payload = payloadFor(account, now)
    }
    const state = stateNow()
    const isNews = payload !== null || isOther(state, subscriber.sentState)
    if (!isNews && nowMs - subscriber.sentMs < PUSH_SILENCE_MS) return
    subscriber.sentMs = nowMs
    subscriber.sentState = state
    send(payload, state)
  }

  function changedSince(revision: number): Set<string> {
    const ids = new Set<string>()
    for (const live of fleet.all()) if (live.revision > revision) ids.add(live.deviceId)
    return ids
  }

  return {
    get state() {
      return stateNow()
    },
    follow(receiver, sinceRevision) {
      const subscriber: Subscriber = {
        receiver,
        buffered: sinceRevision === null ? new Set() : changedSince(sinceRevision),
        sentMs: clock.monotonicMs(),
        sentState: stateNow(),
      }
      if (subscribers.size === 0) sentRevision = fleet.revision
      subscribers.add(subscriber)
      timer ??= clock.every(PUSH_INTERVAL_MS, round)
      return {
        close() {
          subscribers.delete(subscriber)
          if (subscribers.size > 0) return
          timer?.cancel()
          timer = null
          others.clear()
          gone.clear()
        },
      }
    },
    async close() {
      for (const subscription of subscriptions) subscription.close()
      timer?.cancel()
      timer = null
      subscribers.clear()
    },
  }
}

/** But for the version, which clients compare with that of their next list. */
function isOther(now: PushState, before: PushState): boolean {
  const { main, streams } = before.ports ?? {}
  return (
    now.recordingFault !== before.recordingFault ||
    now.eventProfiles !== before.eventProfiles ||
    now.ports?.main !== main ||
    now.ports?.streams !== streams
  )
}
