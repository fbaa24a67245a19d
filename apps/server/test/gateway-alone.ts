// The gateway with real fleet, streams and bus, and one registered device; positions go nowhere, or where a test says.

import type { EventEngine } from '../src/ingest/alarms/index.ts'
import { createPlaybacks } from '../src/ingest/device-playback/index.ts'
import { createDeviceReports } from '../src/ingest/device-reports.ts'
import { createGateway, type Gateway } from '../src/ingest/gateway/index.ts'
import { createStreams } from '../src/ingest/streams/index.ts'
import { createTalkSessions } from '../src/ingest/talk-sessions/index.ts'
import { createUploads } from '../src/ingest/uploads/index.ts'
import { createInProcessBus } from '../src/platform/bus/index.ts'
import { systemClock } from '../src/platform/clock/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { createMetrics, type Metrics } from '../src/platform/metrics/index.ts'
import { createBusCommands, type DeviceCommands } from '../src/ports/commands/index.ts'
import { createDirectDeviceState } from '../src/ports/device-state/index.ts'
import type { Streams } from '../src/ports/live-media/index.ts'
import type { PositionLog } from '../src/ports/position-log/index.ts'
import type { DeviceCodes, DeviceRegistry } from '../src/services/directory/index.ts'
import { createFleet, feedFleet } from '../src/services/live-state/index.ts'
import { registeredDevice } from './devices/registered-device.ts'
import { freeTraffic } from './free-traffic.ts'

const noPositions: PositionLog = {
  append: () => true,
  onDrained: () => ({ close: () => undefined }),
  waiting: 0,
  stats: { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 },
  close: async () => undefined,
}

const noAlarms = {
  position: () => null,
  message: () => null,
  seenAt: () => undefined,
  restarts: () => undefined,
} as unknown as EventEngine

export interface GatewayAlone {
  /** What the device log was given. */
  readonly logged: readonly string[]
  readonly gateway: Gateway
  readonly streams: Streams
  readonly commands: DeviceCommands
  readonly metrics: Metrics
  close(): Promise<void>
}

export async function startGatewayAlone(deviceId: string, positions = noPositions): Promise<GatewayAlone> {
  const clock = systemClock
  const log = createLog('silent')
  const metrics = createMetrics()
  const bus = createInProcessBus({
    clock,
    onError: (error) => {
      throw error
    },
  })
  const registry = registryOf(deviceId)
  const fleet = createFleet({ clock, log, registry })
  // Over the bus, so that real devices answer through the codecs too; the server itself calls directly.
  const { commands, host: commandHost } = createBusCommands({ bus })
  const traffic = freeTraffic
  const streams = createStreams({ clock, log, metrics, registry, fleet, commands, traffic })
  const talkSessions = createTalkSessions({ clock, log, metrics, registry, fleet, commands })
  const playbacks = createPlaybacks({ clock, log, metrics, registry, fleet, commands, streams, traffic })
  const deviceState = createDirectDeviceState()
  const feed = feedFleet(fleet, deviceState)
  const noRelay = { position: () => null, heartbeat: () => undefined }
  const reports = createDeviceReports({
    deviceState,
    alarms: noAlarms,
    rules: { position: () => null },
    relay: noRelay,
    redirect: { connected: () => undefined },
    multimedia: { store: async () => true },
    positions,
  })
  const logged: string[] = []
  const gateway = await createGateway({
    clock,
    commandHost,
    deviceHosts: [],
    log,
    metrics,
    registry,
    positions,
    streams,
    talkSessions,
    playbacks,
    reports,
    traffic,
    relay: noRelay,
    uploads: createUploads({ clock, takesData: () => true }),
    accounts: { admit: () => null },
    attachments: { fileBytes: 0, incomingFolder: () => '', store: async () => 'too-large' },
    takesData: () => true,
    deviceLog: { write: (deviceId, text) => void logged.push(`${deviceId} ${text}`) },
    options: {
      host: '127.0.0.1',
      signallingPort: 0,
      mediaPort: 0,
      filesPort: 0,
      attachmentsPort: 0,
      filesPassive: { first: 0, last: 0 },
      publicHost: () => '',
      admission: 'list',
      newDevicePositions: 'keep',
      authentication: noCodes,
    },
  })
  return {
    gateway,
    streams,
    commands,
    metrics,
    logged,
    async close() {
      await playbacks.close()
      await streams.close()
      await talkSessions.close()
      await gateway.close()
      feed.close()
      await fleet.close()
      metrics.close()
    },
  }
}

/** No code is required. */
const noCodes: DeviceCodes = {
  mode: 'open',
  make: (terminalId) => terminalId,
  give: () => Promise.resolve(true),
  show: () => Promise.resolve(false),
  isUsed: () => false,
  isCodeOf: () => false,
  signature: (text) => Buffer.from(text).toString('hex').padEnd(24, '0'),
  requires: () => false,
  reset: () => Promise.resolve(),
}

function registryOf(deviceId: string): DeviceRegistry {
  const device = registeredDevice({ deviceId })
  return {
    byId: (id) => (id === deviceId ? device : undefined),
    byKey: (key) => (key === 1 ? device : undefined),
    all: () => [device],
    size: 1,
    version: 1,
    onChange: () => ({ close: () => undefined }),
  }
}
