import { mayCall } from '@fleetglass/contract/access'
import {
  addDeviceSchema,
  anyControlAccess,
  controlAccess,
  controlPath,
  controlSchema,
  controlWordAskSchema,
  controlWordPath,
  deleteRecordAccess,
  deleteRecordSchema,
  deviceCodeAccess,
  deviceCodePath,
  deviceCodeSchema,
  devicePath,
  deviceRecordPath,
  registrationAccess,
  removeDeviceSchema,
} from '@fleetglass/contract/devices'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import { permissionDenied } from '../../platform/refusal/index.ts'
import type { DeviceControl } from './device-control.ts'
import type { DeviceRegistration } from './device-registration.ts'

const done = { hasError: false, message: '' } as const

export interface DeviceAdminDeps {
  readonly authenticator: Authenticator
  readonly registration: DeviceRegistration
  readonly control: DeviceControl
}

/** What is done to a device by a call, as by the messages D01, D02, D07 to D09 and D15 of the main channel. */
export function deviceAdminRoutes(fastify: FastifyInstance, deps: DeviceAdminDeps): void {
  registrationRoutes(fastify, deps)
  controlRoutes(fastify, deps)
}

function registrationRoutes(fastify: FastifyInstance, { authenticator, registration }: DeviceAdminDeps): void {
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: devicePath,
    access: registrationAccess,
    body: addDeviceSchema,
    async handle({ account, body: { deviceid, channel, recording } }) {
      await registration.add(account, { deviceId: deviceid, channels: channel, recording })
      return done
    },
  })
  addCall(fastify, authenticator, {
    method: 'DELETE',
    path: devicePath,
    access: registrationAccess,
    body: removeDeviceSchema,
    async handle({ body }) {
      await registration.remove(body.deviceid)
      return done
    },
  })
  addCall(fastify, authenticator, {
    method: 'DELETE',
    path: deviceCodePath,
    access: deviceCodeAccess,
    body: deviceCodeSchema,
    async handle({ account, body }) {
      await registration.resetCode(account, body.deviceid)
      return done
    },
  })
}

function controlRoutes(fastify: FastifyInstance, { authenticator, control }: DeviceAdminDeps): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: controlPath,
    access: anyControlAccess,
    body: controlSchema,
    async handle({ account, body: { deviceid, cmd, word = null } }) {
      if (!mayCall(account, controlAccess[cmd])) throw permissionDenied()
      await control.command(account, deviceid, cmd, word)
      return done
    },
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: controlWordPath,
    access: anyControlAccess,
    body: controlWordAskSchema,
    handle({ account, body: { deviceid, cmd } }) {
      if (!mayCall(account, controlAccess[cmd])) throw permissionDenied()
      return { ...done, ...control.word(account, deviceid, cmd) }
    },
  })
  addCall(fastify, authenticator, {
    method: 'DELETE',
    path: deviceRecordPath,
    access: deleteRecordAccess,
    body: deleteRecordSchema,
    async handle({ account, body }) {
      await control.deleteRecordings(account, body.deviceid, null)
      return done
    },
  })
}
