import { type CameraSettings, ClipLibrary } from './camera/index.ts'
import { Town, vehicleAlong } from './drive/index.ts'
import type { FleetOptions, FleetStats, Generation } from './options.ts'
import { systemClock, TimerWheel } from './platform/clock/index.ts'
import { ScenarioPlayer } from './scenarios/scenario-player.ts'
import { SimulatedDevice } from './terminal/device.ts'
import { identityOf } from './terminal/identity.ts'

/** Running devices. `close` ends all connections and leaves no timer or socket; calling it again is harmless. */
export interface Fleet {
  readonly devices: readonly SimulatedDevice[]
  stats(): FleetStats
  close(): Promise<void>
}

export const DEFAULTS = {
  filesPort: 7021,
  vehicles: 1,
  channels: 4,
  seed: 1,
  generation: '2013',
  transport: 'tcp',
  intervalS: 10,
  firstTerminalId: '13800138001',
  connectRate: 500,
  utcOffsetMinutes: 480,
  centre: { lat: 24.0786, lng: 120.5285 },
  video: 'h264',
  audio: 'g711a',
  recordedHours: 24,
} as const

/** Between two vehicles on one path. */
const BEHIND_S = 20

/** Points a device keeps while offline, as long as the whole fleet stays within its memory. */
const MAX_STORED_POINTS = 5000
const MAX_STORED_POINTS_OF_FLEET = 5_000_000

/** Makes the devices and starts to connect them; resolves at once, connections follow at `connectRate`. */
export function startFleet(options: FleetOptions): Promise<Fleet> {
  const scenario = options.scenario
  const settings = { ...DEFAULTS, ...withoutUndefined(scenario ?? {}), ...withoutUndefined(options) }
  const wheel = new TimerWheel(options.clock ?? systemClock)
  const nowMs = wheel.nowMs()
  const town = new Town(settings.seed, settings.centre)
  const library = new ClipLibrary()
  const camera: CameraSettings | null = options.positionsOnly
    ? null
    : { library, video: settings.video, audio: settings.audio }
  const devices = Array.from({ length: settings.vehicles }, (_, index) => {
    const generation = generationOf(settings.generation, index)
    return new SimulatedDevice({
      index,
      identity: identityOf(index, settings.firstTerminalId, generation, settings.seed),
      vehicle: settings.path ? vehicleAlong(settings.path, nowMs / 1000 + index * BEHIND_S) : town.vehicle(index),
      wheel,
      host: options.host,
      port: options.signallingPort,
      filesPort: settings.filesPort,
      transport: settings.transport,
      intervalS: settings.intervalS,
      startMs: nowMs + (index * 1000) / settings.connectRate,
      utcOffsetS: settings.utcOffsetMinutes * 60,
      channels: camera ? settings.channels : 0,
      camera,
      recordedSinceS: Math.floor(nowMs / 1000) - settings.recordedHours * 3600,
      seed: settings.seed,
      outboxCapacity: Math.min(MAX_STORED_POINTS, Math.floor(MAX_STORED_POINTS_OF_FLEET / settings.vehicles)),
    })
  })
  const player = scenario ? new ScenarioPlayer(scenario, devices, wheel) : null
  return Promise.resolve({
    devices,
    stats: () => sumUp(devices),
    close: async () => {
      player?.close()
      await Promise.all(devices.map((device) => device.close()))
      wheel.close()
    },
  })
}

/** A field that is there but undefined must not hide a default. */
function withoutUndefined<T extends object>(fields: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function generationOf(wanted: Generation | 'mixed', index: number): Generation {
  if (wanted !== 'mixed') return wanted
  return index % 2 === 0 ? '2013' : '2019'
}

function sumUp(devices: readonly SimulatedDevice[]): FleetStats {
  const sum = {
    vehicles: devices.length,
    online: 0,
    connects: 0,
    disconnects: 0,
    positionsSent: 0,
    positionsAcknowledged: 0,
    positionsWaiting: 0,
    positionsDropped: 0,
    commandsAnswered: 0,
    badFrames: 0,
    streams: 0,
    mediaFrames: 0,
    mediaBytes: 0,
    mediaFramesShed: 0,
  }
  for (const device of devices) {
    const { counters, media } = device
    if (device.state === 'online') sum.online += 1
    for (const name of COUNTED) sum[name] += counters[name]
    sum.positionsWaiting += device.reports.waiting
    sum.positionsDropped += device.reports.dropped
    sum.streams += device.streams
    sum.mediaFrames += media.frames
    sum.mediaBytes += media.bytes
    sum.mediaFramesShed += media.shed
  }
  return sum
}

const COUNTED = [
  'connects',
  'disconnects',
  'positionsSent',
  'positionsAcknowledged',
  'commandsAnswered',
  'badFrames',
] as const
