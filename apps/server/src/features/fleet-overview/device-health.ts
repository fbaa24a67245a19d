// Belongs here: how one device is now, and why it needs work. Does not: which devices are asked for, and in which order (fleet-health.service.ts).
import { EventCode, maskChannels } from '@fleetglass/contract/events'
import { type AttentionReason, HEALTH_STORED_S, type HealthDevice } from '@fleetglass/contract/fleet-overview'
import { CLOCK_OFFSET_S } from '../../ports/position-log/index.ts'
import type { DeviceIdentity } from '../../services/device-identity/index.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import { type NewestEvent, numbersOfMemo } from '../../services/events/index.ts'
import type { LiveDevice } from '../../services/live-state/index.ts'
import { hasCameraFault, hasCardFault, longOfflineSinceS } from './present-faults.ts'

/** Everything but the recording coverage, which is read for the devices of a page only. */
export type DeviceHealth = Omit<HealthDevice, 'recorded'>

/** What is stored of a device: for those that have said nothing since the server runs. */
export interface StoredHealth {
  /** The newest event of each code. */
  readonly events: ReadonlyMap<number, NewestEvent>
  readonly stray: { readonly arrivedS: number; readonly saidS: number } | undefined
}

/** A condition that a device reports in its positions is over when it was left out for so long. */
const LASTS_S = 60

export function healthOf(
  device: RegisteredDevice,
  parts: {
    readonly live: LiveDevice | undefined
    readonly identity: DeviceIdentity | undefined
    readonly stored: StoredHealth
    readonly nowS: number
  },
): DeviceHealth {
  const { live, identity, stored, nowS } = parts
  const cameras = device.channels.filter(({ enabled }) => enabled).map(({ number }) => number)
  const cards = cardsOf(live, stored)
  const loss = lossOf(live, stored)
  const clock = clockOf(live, stored, nowS)
  const reasons: Record<AttentionReason, boolean> = {
    offline: longOfflineSinceS(live, nowS) !== null,
    disk: cards.hasFault,
    camera: loss.hasFault && (loss.channels.length === 0 || loss.channels.some((channel) => cameras.includes(channel))),
    clock: clock !== null && Math.abs(clock) > CLOCK_OFFSET_S,
  }
  return {
    deviceid: device.deviceId,
    reasons: (Object.keys(reasons) as AttentionReason[]).filter((reason) => reasons[reason]),
    online: live?.online ?? false,
    contact: live?.statusTimeS || null,
    signal: live?.signalPercent ?? null,
    cards: [...(live?.smart ?? UNKNOWN_CARDS)] as [number, number],
    faultyCards: cards.faulty,
    cameras: cameras.length,
    lost: loss.channels.filter((channel) => cameras.includes(channel)),
    clock,
    firmware: identity?.firmware ?? '',
    model: identity?.model ?? '',
  }
}

const UNKNOWN_CARDS = [-2, -2] as const

function cardsOf(live: LiveDevice | undefined, { events }: StoredHealth) {
  const [first, second] = live?.smart ?? UNKNOWN_CARDS
  const saysItself = first !== -2 || second !== -2
  if (saysItself) {
    const faulty = [first, second].flatMap((health, at) => (health === 0 ? [at + 1] : []))
    return { hasFault: hasCardFault(live), faulty }
  }
  const event = events.get(EventCode.diskError)
  if (event?.change !== 'new') return { hasFault: false, faulty: [] }
  return { hasFault: true, faulty: numbersOfMemo('disk', event.memo) }
}

function lossOf(live: LiveDevice | undefined, { events }: StoredHealth) {
  const isFaulty = hasCameraFault(live)
  const loss = live?.videoLoss ?? null
  if (live !== undefined && loss !== null) {
    const isOver = loss.channelBits === 0 || live.statusTimeS - loss.atS > LASTS_S
    const channels = isOver ? [] : maskChannels(loss.channelBits, 32)
    return { hasFault: isFaulty || channels.length > 0, channels }
  }
  const active = [EventCode.videoLoss, EventCode.videoLossAlarm]
    .map((code) => events.get(code))
    .filter((event) => event?.change === 'new')
  return {
    hasFault: isFaulty || active.length > 0,
    channels: active.flatMap((event) => numbersOfMemo('channel', event?.memo ?? '')),
  }
}

/** The newest position whose clock was not believed, unless a believed one came after it. */
function clockOf(live: LiveDevice | undefined, { stray }: StoredHealth, nowS: number): number | null {
  const offsetS = live?.clockOffsetS ?? null
  if (offsetS !== null || stray === undefined) return offsetS
  const { arrivedS, saidS } = stray
  const isOver = (live?.fix?.timeS ?? 0) > arrivedS || nowS - arrivedS > HEALTH_STORED_S
  return isOver || saidS === 0 ? null : saidS - arrivedS
}
