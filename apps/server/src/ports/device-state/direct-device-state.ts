import { bothStored } from './both-stored.ts'
import type { ChangeFilter, ChangeKind, ChangeReceiver, DeviceChanges, DeviceState } from './device-state.types.ts'

interface Subscriber {
  readonly deviceId: string | undefined
  readonly receive: ChangeReceiver<never>
}

/**
 * Device state inside one process: subscribers are called before `publish` returns, in the order of subscription. Nothing is
 * allocated for a change: a large fleet sends thirty thousand a second.
 */
export function createDirectDeviceState(): DeviceState {
  const subscribers: { readonly [Kind in ChangeKind]: Subscriber[] } = {
    connection: [],
    report: [],
    identity: [],
    upgrade: [],
    recording: [],
  }
  return {
    publish<Kind extends ChangeKind>(deviceId: string, kind: Kind, change: DeviceChanges[Kind]): Promise<void> | null {
      let stored: Promise<void> | null = null
      for (const subscriber of subscribers[kind]) {
        if (subscriber.deviceId !== undefined && subscriber.deviceId !== deviceId) continue
        stored = bothStored(stored, subscriber.receive(deviceId, change as never))
      }
      return stored
    },
    subscribe<Kind extends ChangeKind>({ kind, deviceId }: ChangeFilter<Kind>, receive: ChangeReceiver<Kind>) {
      const subscriber: Subscriber = { deviceId, receive }
      subscribers[kind].push(subscriber)
      return {
        close() {
          const at = subscribers[kind].indexOf(subscriber)
          if (at >= 0) subscribers[kind].splice(at, 1)
        },
      }
    },
  }
}
