// Belongs here: what is forwarded to other systems, and when. Does not: sockets (udp-relay.ts).

import { monitorLimitDefaults, monitorLimitSections, storedMonitorLimitsSchema } from '@fleetglass/contract/monitors'
import { gpsRelayCall, heartbeatRelayCall, readHostAndPort } from '@fleetglass/contract/server-settings'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { defineSettings, type Settings } from '../../platform/settings/index.ts'
import type { PositionArrival } from '../device-reports.types.ts'
import { type RelayLimits, UdpRelay } from './udp-relay.ts'

/** SET-040, SET-041. */
const gpsRelaySettings = defineSettings({
  name: 'gpsrelay',
  schema: gpsRelayCall.fields,
  initial: () => ({ enable: false, ip: '', port: 7050 }),
})

/** SET-099, SET-100. */
const heartbeatRelaySettings = defineSettings({
  name: 'hbrelay',
  schema: heartbeatRelayCall.fields,
  initial: () => ({ enable: false, addr: '' }),
})

/** What the heartbeat monitor sets: heartbeats that are passed on are the tasks that it limits. */
const heartbeatLimitSettings = defineSettings({
  name: monitorLimitSections.heartbeats,
  schema: storedMonitorLimitsSchema,
  initial: () => monitorLimitDefaults.heartbeats,
})

/** Of positions: nobody sets them. */
const GPS_LIMITS: RelayLimits = { maxRun: 1_000, limitRate: 0, maxWait: 0 }

export interface PositionRelay {
  /** Forwards a position that has coordinates. Never waits. */
  position(arrival: Pick<PositionArrival, 'device' | 'position' | 'place' | 'timeS'>): null
}

export interface HeartbeatRelay {
  /** Forwards a heartbeat; `frame` is called only where that is on. Never waits. */
  heartbeat(frame: () => Uint8Array): void
}

export interface Relays extends PositionRelay, HeartbeatRelay {
  close(): Promise<void>
}

export function createRelays(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: Settings
  /** Whether a target may be this machine. */
  readonly allowLocal: boolean
}): Relays {
  const { clock, settings, allowLocal } = deps
  const log = deps.log.child({ part: 'relays' })
  const datagrams = deps.metrics.counter('fleetglass_relayed_total', 'Datagrams to other systems', ['relay', 'outcome'])
  const relayOf = (relay: string, limits: () => RelayLimits): UdpRelay =>
    new UdpRelay({ clock, log, allowLocal, limits, counted: (outcome) => datagrams.inc({ relay, outcome }) })
  const heartbeatLimits = settings.open(heartbeatLimitSettings)
  const gps = relayOf('gps', () => GPS_LIMITS)
  const heartbeats = relayOf('heartbeat', () => heartbeatLimits.value)
  const gpsSettings = settings.open(gpsRelaySettings)
  const heartbeatSettings = settings.open(heartbeatRelaySettings)

  const aimGps = (): void => {
    const { enable, ip, port } = gpsSettings.value
    gps.aim(enable && ip !== '' ? { host: ip, port } : null)
  }
  const aimHeartbeats = (): void => {
    const { enable, addr } = heartbeatSettings.value
    heartbeats.aim(enable ? readHostAndPort(addr) : null)
  }
  aimGps()
  aimHeartbeats()
  const subscriptions = [gpsSettings.subscribe(aimGps), heartbeatSettings.subscribe(aimHeartbeats)]

  return {
    position({ device, position, place, timeS }) {
      if (gps.isOn && place !== null) {
        const { latE6, lngE6, speedKmh } = place
        const report = {
          deviceid: device.deviceId,
          time: timeS,
          lat: latE6 / 1e6,
          lng: lngE6 / 1e6,
          speed: speedKmh,
          direction: position.headingDeg,
        }
        gps.send(Buffer.from(JSON.stringify(report)))
      }
      return null
    },
    heartbeat(frame) {
      if (heartbeats.isOn) heartbeats.send(frame())
    },
    async close() {
      for (const subscription of subscriptions) subscription.close()
      gps.close()
      heartbeats.close()
    },
  }
}
