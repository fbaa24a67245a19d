// Belongs here: where each report of the gateway goes. Does not: what a position leads to (position-pipeline.ts).
import type { Message } from '@fleetglass/jt808'
import { bothStored, type DeviceState, type IdentityReport } from '../ports/device-state/index.ts'
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
      const identity = identityIn(message)
      const stored = identity === null ? null : deviceState.publish(device.deviceId, 'identity', identity)
      return bothStored(alarms.message(device, message), stored)
    },
    multimedia: (device, media, fileS) => multimedia.store(device, media, fileS),
    position: (arrival, waiter, token) => pipeline.take(arrival, waiter, token),
  }
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
