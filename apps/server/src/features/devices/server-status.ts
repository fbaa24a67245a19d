// Belongs here: how much the server moves, who watches what. Does not: what is moved (ingest), who may ask (devices.channel.ts).
import type { ServerStatus, StreamUser } from '@fleetglass/contract/devices'
import type { Clock } from '../../platform/clock/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'

/** A rate is the mean of so many seconds. */
const RATE_S = 5
/** Devices that are queried for their version at each request; the others follow with the next one. */
const ASKED_AT_ONCE = 32

/** Sums since the start. */
export interface MovedBytes {
  readonly written: number
  readonly sent: number
  readonly received: number
}

export interface StatusViewer {
  readonly deviceId: string
  readonly type: string
  readonly user: string
  readonly address: string
  readonly port: number
  readonly sinceMs: number
}

export interface ServerStatusDeps {
  readonly clock: Clock
  readonly fleet: Fleet
  readonly commands: Pick<DeviceCommands, 'send'>
  readonly moved: () => MovedBytes
  readonly viewers: () => Iterable<StatusViewer>
}

export interface ServerStatusReader {
  read(): ServerStatus
  close(): Promise<void>
}

export function createServerStatus({ clock, fleet, commands, moved, viewers }: ServerStatusDeps): ServerStatusReader {
  const samples: MovedBytes[] = [moved()]
  const timer = clock.every(1000, () => {
    samples.push(moved())
    if (samples.length > RATE_S + 1) samples.shift()
  })
  /** Of devices that are online; queried only at a request. `null`: query sent. */
  const versions = new Map<string, string | null>()

  function rate(of: (sample: MovedBytes) => number): number {
    const [first, last] = [samples[0], samples.at(-1)]
    if (first === undefined || last === undefined || samples.length < 2) return 0
    return Math.round((of(last) - of(first)) / (samples.length - 1))
  }

  async function askVersion(deviceId: string): Promise<void> {
    versions.set(deviceId, null)
    const result = await commands.send(deviceId, { name: 'readAttributes' })
    if (result.kind === 'answered' && result.answer.name === 'attributes') {
      if (versions.has(deviceId)) versions.set(deviceId, result.answer.firmware)
      // A server that refuses has no value to report; one that does not answer is requested again.
    } else if (result.kind !== 'refused') versions.delete(deviceId)
  }

  return {
    read() {
      const users = usersByDevice(viewers())
      const online = [...fleet.all()].filter((device) => device.online)
      const present = new Set(online.map(({ deviceId }) => deviceId))
      for (const deviceId of versions.keys()) if (!present.has(deviceId)) versions.delete(deviceId)
      const unasked = online.filter(({ deviceId }) => !versions.has(deviceId)).slice(0, ASKED_AT_ONCE)
      for (const { deviceId } of unasked) void askVersion(deviceId)
      return {
        hddBps: rate((sample) => sample.written),
        uploadBps: rate((sample) => sample.sent),
        downloadBps: rate((sample) => sample.received),
        devices: online.map(({ deviceId, onlineSinceS }) => ({
          deviceid: deviceId,
          version: versions.get(deviceId) ?? '',
          arrivedTime: onlineSinceS,
          users: users.get(deviceId) ?? [],
        })),
      }
    },
    async close() {
      timer.cancel()
    },
  }
}

function usersByDevice(viewers: Iterable<StatusViewer>): Map<string, StreamUser[]> {
  const byDevice = new Map<string, StreamUser[]>()
  for (const { deviceId, type, user, address, port, sinceMs } of viewers) {
    const users = byDevice.get(deviceId) ?? []
    const arrivedTime = Math.floor(sinceMs / 1000)
    users.push({ type: type as StreamUser['type'], user, ip: address, port, arrivedTime })
    byDevice.set(deviceId, users)
  }
  return byDevice
}
