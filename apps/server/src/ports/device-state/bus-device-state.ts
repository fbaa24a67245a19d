// Device state between nodes: what happens on a node leaves it in batches, in order; identities are stored by one other node.
import type { Bus, Subscription } from '../../platform/bus/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { IdentityReport, UpgradeReport } from './device-state.schema.ts'
import {
  type ChangeFilter,
  type ChangeKind,
  type ChangeReceiver,
  type DeviceChanges,
  type DeviceState,
  STORED_KINDS,
} from './device-state.types.ts'
import {
  type BatchedChange,
  changeBatchCodec,
  identityCodec,
  MAX_BATCH_CHANGES,
  storedReplyCodec,
  upgradeCodec,
} from './device-state-codecs.ts'
import { createDirectDeviceState } from './direct-device-state.ts'

const BATCH_SUBJECT = 'device-state.changes'
/** Of what one other node stores. */
const STORED = {
  identity: { subject: 'device-state.identity', codec: identityCodec },
  upgrade: { subject: 'device-state.upgrade', codec: upgradeCodec },
} as const
type StoredKind = keyof typeof STORED

/** Longest time that a change waits for others. */
const GATHER_MS = 50

/** The storing node writes in batches of its own; a device repeats its message after some 15 s. */
const STORE_MS = 10_000

/** The reason of a failure that is sent back, cut to this. */
const MAX_REASON = 1_000

export interface BusDeviceState extends DeviceState {
  /** Sends what waits and forgets its subscriptions; idempotent. */
  close(): void
}

export function createBusDeviceState(deps: {
  readonly bus: Bus
  readonly clock: Clock
  /** A batch that cannot be read or sent is lost, and this is called with the reason. */
  readonly onBadBatch: (reason: string) => void
}): BusDeviceState {
  const { bus, clock, onBadBatch } = deps
  /** Subscribers of this node. */
  const local = createDirectDeviceState()
  /** Bounded: sent as soon as it holds `MAX_BATCH_CHANGES`. */
  let waiting: BatchedChange[] = []
  let timer: Timer | null = null
  const storedResponders = new Set<Subscription>()

  function flush(): void {
    timer?.cancel()
    timer = null
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    sendBatch(batch)
  }

  /** A batch of unusually long reports is halved until it fits. */
  function sendBatch(batch: BatchedChange[]): void {
    try {
      bus.publish(BATCH_SUBJECT, changeBatchCodec.encode(batch))
    } catch (error) {
      if (batch.length === 1) {
        onBadBatch(error instanceof Error ? error.message : String(error))
        return
      }
      const half = batch.length >> 1
      sendBatch(batch.slice(0, half))
      sendBatch(batch.slice(half))
    }
  }

  async function store(subject: string, payload: Uint8Array): Promise<void> {
    const bytes = await bus.request(subject, payload, STORE_MS)
    const reply = storedReplyCodec.decode(bytes)
    if (!reply.ok) throw new Error(reply.reason)
    if (!reply.value.stored) throw new Error(reply.value.reason)
  }

  const batches = bus.subscribe(BATCH_SUBJECT, (bytes) => {
    const batch = changeBatchCodec.decode(bytes)
    if (!batch.ok) {
      onBadBatch(batch.reason)
      return
    }
    for (const { deviceId, kind, change } of batch.value) void local.publish(deviceId, kind, change)
  })

  return {
    publish<Kind extends ChangeKind>(deviceId: string, kind: Kind, change: DeviceChanges[Kind]): Promise<void> | null {
      if (kind === 'identity') {
        const { codec, subject } = STORED.identity
        return store(subject, codec.encode({ deviceId, change: change as IdentityReport }))
      }
      if (kind === 'upgrade') {
        const { codec, subject } = STORED.upgrade
        return store(subject, codec.encode({ deviceId, change: change as UpgradeReport }))
      }
      waiting.push({ deviceId, kind, change } as BatchedChange)
      // Who comes online is waited for: a viewer may ask for a picture at once.
      if (kind === 'connection' || waiting.length >= MAX_BATCH_CHANGES) flush()
      else timer ??= clock.after(GATHER_MS, flush)
      return null
    },
    subscribe<Kind extends ChangeKind>(filter: ChangeFilter<Kind>, receive: ChangeReceiver<Kind>) {
      const { kind } = filter
      if (!isStoredKind(kind)) return local.subscribe(filter, receive)
      const { codec, subject } = STORED[kind]
      const responder = bus.respond(subject, (bytes) => answerStore(() => codec.decode(bytes), receive as never))
      storedResponders.add(responder)
      return {
        close() {
          responder.close()
          storedResponders.delete(responder)
        },
      }
    },
    close() {
      flush()
      batches.close()
      for (const responder of storedResponders) responder.close()
      storedResponders.clear()
    },
  }
}

function isStoredKind(kind: ChangeKind): kind is StoredKind {
  return STORED_KINDS.has(kind)
}

async function answerStore(
  read: () => ReturnType<(typeof STORED)[StoredKind]['codec']['decode']>,
  receive: ChangeReceiver<StoredKind>,
): Promise<Uint8Array> {
  try {
    const request = read()
    if (!request.ok) return storedReplyCodec.encode({ stored: false, reason: request.reason.slice(0, MAX_REASON) })
    await receive(request.value.deviceId, request.value.change as never)
    return storedReplyCodec.encode({ stored: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return storedReplyCodec.encode({ stored: false, reason: reason.slice(0, MAX_REASON) })
  }
}
