// Belongs here: which stream states and events become a line of a device's log. Does not: files (services/device-log), what
// the gateway receives, which it writes itself.
import { eventLabel } from '@fleetglass/contract/events'
import type { StoredEvents } from '../../ports/events/index.ts'
import type { ChannelState, StreamAddress, Streams } from '../../ports/live-media/index.ts'
import type { DeviceLogWriter } from '../../services/device-log/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'

/** Writes stream states and events of registered devices into their logs until it is closed. */
export function followDevices(deps: {
  readonly storedEvents: Pick<StoredEvents, 'subscribe'>
  readonly streams: Pick<Streams, 'onState'>
  readonly registry: Pick<DeviceRegistry, 'byId'>
  readonly deviceLog: DeviceLogWriter
}): { close(): void } {
  const { deviceLog, registry } = deps
  const write = (deviceId: string, text: string): void => {
    if (registry.byId(deviceId) !== undefined) deviceLog.write(deviceId, text)
  }
  const subscriptions = [
    deps.streams.onState((stream, state) => write(stream.deviceId, streamLine(stream, state))),
    deps.storedEvents.subscribe({}, ({ deviceId, change, code, name, memo, timeS, late }) => {
      const when = late ? `, late, of ${new Date(timeS * 1000).toISOString()}` : ''
      const label = eventLabel(code, name) ?? `event ${code}`
      write(deviceId, `event ${change}${when}: ${label}${memo === '' ? '' : ` (${memo})`}`)
    }),
  ]
  return {
    close() {
      for (const subscription of subscriptions) subscription.close()
    },
  }
}

function streamLine({ channel, main }: StreamAddress, state: ChannelState): string {
  const stream = `channel ${channel} ${main ? 'main' : 'sub'} stream`
  switch (state.kind) {
    case 'idle':
      return `${stream}: ended`
    case 'asking':
      return `${stream}: asked for`
    case 'accepted':
      return `${stream}: the device agreed`
    case 'connected':
      return `${stream}: connected from ${state.peer}`
    case 'playing':
      return `${stream}: plays`
    case 'failed':
      return `${stream}: failed. ${state.detail}`
  }
}
