// Device state between nodes: what happens on a node leaves it in batches, in order; identities are stored by one other node.
import type { Bus, Subscription } from '../../platform/bus/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { IdentityReport } from './device-state.schema.ts'
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
} from './device-state-codecs.ts'
import { createDirectDeviceState } from './direct-device-state.ts'

const BATCH_SUBJECT = 'device-state.changes'
const IDENTITY_SUBJECT = 'device-state.identity'

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
  const identityResponders = new Set<Subscription>()

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

  async function store(deviceId: string, change: IdentityReport): Promise<void> {
    const bytes = await bus.request(IDENTITY_SUBJECT, identityCodec.encode({ deviceId, change }), STORE_MS)
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
      if (STORED_KINDS.has(kind)) return store(deviceId, change as IdentityReport)
      waiting.push({ deviceId, kind, change } as BatchedChange)
      // Who comes online is waited for: a viewer may ask for a picture at once.
      if (kind === 'connection' || waiting.length >= MAX_BATCH_CHANGES) flush()
      else timer ??= clock.after(GATHER_MS, flush)
      return null
    },
    subscribe<Kind extends ChangeKind>(filter: ChangeFilter<Kind>, receive: ChangeReceiver<Kind>) {
      if (!STORED_KINDS.has(filter.kind)) return local.subscribe(filter, receive)
      const responder = bus.respond(IDENTITY_SUBJECT, (bytes) =>
        answerStore(bytes, receive as ChangeReceiver<'identity'>),
      )
      identityResponders.add(responder)
      return {
        close() {
          responder.close()
          identityResponders.delete(responder)
        },
      }
    },
    close() {
      flush()
      batches.close()
      for (const responder of identityResponders) responder.close()
      identityResponders.clear()
    },
  }
}

async function answerStore(bytes: Uint8Array, receive: ChangeReceiver<'identity'>): Promise<Uint8Array> {
  try {
    const request = identityCodec.decode(bytes)
    if (!request.ok) return storedReplyCodec.encode({ stored: false, reason: request.reason.slice(0, MAX_REASON) })
    await receive(request.value.deviceId, request.value.change)
    return storedReplyCodec.encode({ stored: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return storedReplyCodec.encode({ stored: false, reason: reason.slice(0, MAX_REASON) })
  }
}
