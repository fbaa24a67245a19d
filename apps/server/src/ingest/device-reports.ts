// Belongs here: where each report of the gateway goes. Does not: what a position leads to (position-pipeline.ts).
import type { Message } from '@fleetglass/jt808'
import { bothStored, type DeviceState, type IdentityReport, type UpgradeReport } from '../ports/device-state/index.ts'
import type { EventEngine } from './alarms/index.ts'
import type { DeviceRedirect } from './device-redirect/index.ts'
import type { DeviceReports } from './device-reports.types.ts'
import { createPositionPipeline, type PositionPipelineDeps } from './position-pipeline.ts'
import type { Multimedia } from './uploads/index.ts'

export interface DeviceReportsDeps extends PositionPipelineDeps {
  readonly deviceState: DeviceState
  readonly alarms: EventEngine
  readonly redirect: DeviceRedirect
  readonly multimedia: Multimedia
}

export function createDeviceReports(deps: DeviceReportsDeps): DeviceReports {
  const { deviceState, alarms, redirect, multimedia } = deps
  const pipeline = createPositionPipeline(deps)
  return {
    connected(deviceId, registered, edition) {
      void deviceState.publish(deviceId, 'connection', { registered, online: true })
      if (registered) redirect.connected(deviceId, edition)
    },
    disconnected: (deviceId) => void deviceState.publish(deviceId, 'connection', { registered: false, online: false }),
    seenAt: (device, address) => alarms.seenAt(device, address),
    restarts: (device) => alarms.restarts(device),
    message(device, message) {
      return bothStored(alarms.message(device, message), publishReport(deviceState, device.deviceId, message))
    },
    multimedia: (device, media, fileS) => multimedia.store(device, media, fileS),
    position: (arrival, waiter, token) => pipeline.take(arrival, waiter, token),
  }
}

function publishReport(deviceState: DeviceState, deviceId: string, message: Message): Promise<void> | null {
  if (message.name === 'upgradeResult') {
    const upgrade = upgradeIn(message.body)
    return upgrade === null ? null : deviceState.publish(deviceId, 'upgrade', upgrade)
  }
  const identity = identityIn(message)
  return identity === null ? null : deviceState.publish(deviceId, 'identity', identity)
}

/** Parts that an update of the recorder is not about: card reader and GNSS. */
const OTHER_PARTS: ReadonlySet<number> = new Set([12, 52])

function upgradeIn({ kind, result }: { kind: number; result: number }): UpgradeReport | null {
  if (OTHER_PARTS.has(kind)) return null
  return { result: result === 0 ? 'done' : result === 2 ? 'cancelled' : 'failed' }
}

/** `null` for a message that says nothing of what the device is, or of its driver. */
function identityIn(message: Message): IdentityReport | null {
  switch (message.name) {
    case 'registration': {
      const { maker, model, terminalId, plate } = message.body
      return { source: 'registration', maker, model, terminalId, plate }
    }
    case 'attributes': {
      const { maker, model, terminalId, iccid, hardware, firmware } = message.body
      return { source: 'attributes', maker, model, terminalId, iccid, hardware, firmware }
    }
    case 'driverIdentity':
      return driverCardIn(message.body)
    default:
      return null
  }
}

/** The card as it was read; `null` when it was not, or was taken out. */
function driverCardIn(body: Extract<Message, { readonly name: 'driverIdentity' }>['body']): IdentityReport | null {
  const card = body.layout === '2011' ? body : 'card' in body ? (body.card ?? null) : null
  return card === null ? null : { source: 'driverCard', driver: card.driverName, licence: card.licence }
}
