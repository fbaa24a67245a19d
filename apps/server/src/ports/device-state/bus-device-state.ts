// Device state between nodes: what happens on a node leaves it in batches, in order; identities are stored by one other node. A node
// that may have missed messages asks for all of it again.
import { randomUUID } from 'node:crypto'
import { type Bus, type Subscription, whenRestored } from '../../platform/bus/index.ts'
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
  deviceListCodec,
  identityCodec,
  MAX_BATCH_CHANGES,
  storedReplyCodec,
  upgradeCodec,
} from './device-state-codecs.ts'
import { createDirectDeviceState } from './direct-device-state.ts'
import { HeldDevices, OwnDevices } from './node-devices.ts'

/** Followed by the node that publishes. */
const BATCH_SUBJECT = 'device-state.changes'
const LIST_SUBJECT = 'device-state.list'
/** Every node publishes everything again. */
const WANTED_SUBJECT = 'device-state.wanted'
/** Of what one other node stores. */
const STORED = {
  identity: { subject: 'device-state.identity', codec: identityCodec },
  upgrade: { subject: 'device-state.upgrade', codec: upgradeCodec },
} as const
type StoredKind = keyof typeof STORED

/** Longest time that a change waits for others. */
const GATHER_MS = 50

/** Nodes that come back together ask at the same time, and are answered once. */
const AGAIN_MS = 200
/** How long after a message that could not be sent everything is published again. */
const LOST_MS = 1_000

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
  /** Whose devices they are, for those who follow. */
  const publisher = randomUUID()
  const own = new OwnDevices()
  const held = new HeldDevices()
  const again = createPublishAgain({
    clock,
    bus,
    own,
    publisher,
    publish: (batch) => sendBatch([...batch]),
    onBadBatch,
  })
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
      if (!bus.publish(`${BATCH_SUBJECT}.${publisher}`, changeBatchCodec.encode(batch))) again.lost()
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

  const batches = bus.subscribe(`${BATCH_SUBJECT}.*`, (bytes, subject) => {
    const batch = changeBatchCodec.decode(bytes)
    if (!batch.ok) {
      onBadBatch(batch.reason)
      return
    }
    const sender = senderOf(subject)
    for (const one of batch.value) {
      if (held.take(sender, one)) void local.publish(one.deviceId, one.kind, one.change)
    }
  })
  const lists = bus.subscribe(`${LIST_SUBJECT}.*`, (bytes, subject) => {
    const list = deviceListCodec.decode(bytes)
    if (!list.ok) {
      onBadBatch(list.reason)
      return
    }
    for (const one of held.takeList(senderOf(subject), list.value)) {
      void local.publish(one.deviceId, one.kind, one.change)
    }
  })
  again.ask()

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
      const entry = { deviceId, kind, change } as BatchedChange
      own.take(entry)
      waiting.push(entry)
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
      again.close()
      batches.close()
      lists.close()
      for (const responder of storedResponders) responder.close()
      storedResponders.clear()
    },
  }
}

interface PublishAgain {
  /** Asks every node, this one included, to publish everything again. */
  ask(): void
  /** A message of this node was not sent: it is made up for as soon as the bus takes messages. */
  lost(): void
  close(): void
}

function createPublishAgain(deps: {
  readonly clock: Clock
  readonly bus: Bus
  readonly own: OwnDevices
  readonly publisher: string
  readonly publish: (batch: readonly BatchedChange[]) => void
  readonly onBadBatch: (reason: string) => void
}): PublishAgain {
  const { clock, bus, own, publisher, publish, onBadBatch } = deps
  let gathering: Timer | null = null
  let repeating: Timer | null = null

  function publishAll(): void {
    gathering = null
    const changes = [...own.again()]
    for (let at = 0; at < changes.length; at += MAX_BATCH_CHANGES) publish(changes.slice(at, at + MAX_BATCH_CHANGES))
    try {
      if (!bus.publish(`${LIST_SUBJECT}.${publisher}`, deviceListCodec.encode(own.ids()))) lost()
    } catch (error) {
      onBadBatch(error instanceof Error ? error.message : String(error))
    }
  }

  function ask(): void {
    repeating = null
    if (!bus.publish(WANTED_SUBJECT, new Uint8Array())) lost()
  }

  function lost(): void {
    repeating ??= clock.after(LOST_MS, ask)
  }

  const wanted = bus.subscribe(WANTED_SUBJECT, () => {
    if (own.hadAny) gathering ??= clock.after(AGAIN_MS, publishAll)
  })
  const restored = whenRestored(bus, ask)
  return {
    ask,
    lost,
    close() {
      wanted.close()
      restored.close()
      gathering?.cancel()
      repeating?.cancel()
    },
  }
}

function senderOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('.') + 1)
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
