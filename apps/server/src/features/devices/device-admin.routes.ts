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
import { AppError } from '@fleetglass/contract/errors'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { DeviceControl } from './device-control.ts'
import type { DeviceRegistration } from './device-registration.ts'

const done = { hasError: false, message: '' } as const

/** Adds and removes devices, as the messages D01 and D02 of the main channel do. */
export const registrationEndpoints = (registration: DeviceRegistration): HttpEndpoint[] => [
  endpoint({
    method: 'PUT',
    path: devicePath,
    access: registrationAccess,
    audit: 'Added device {deviceid}',
    body: addDeviceSchema,
    async handle({ account, body: { deviceid, channel, recording } }) {
      await registration.add(account, { deviceId: deviceid, channels: channel, recording })
      return done
    },
  }),
  endpoint({
    method: 'DELETE',
    path: devicePath,
    access: registrationAccess,
    audit: 'Removed device {deviceid}',
    body: removeDeviceSchema,
    async handle({ body }) {
      await registration.remove(body.deviceid)
      return done
    },
  }),
  endpoint({
    method: 'DELETE',
    path: deviceCodePath,
    access: deviceCodeAccess,
    audit: 'Reset the authentication code of device {deviceid}',
    body: deviceCodeSchema,
    async handle({ account, body }) {
      await registration.resetCode(account, body.deviceid)
      return done
    },
  }),
]

/** Controls devices, as the messages D07 to D09 and D15 of the main channel do. */
export const controlEndpoints = (control: DeviceControl): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: controlPath,
    access: anyControlAccess,
    audit: 'Sent the command {cmd} to device {deviceid}',
    body: controlSchema,
    async handle({ account, body: { deviceid, cmd, word = null } }) {
      if (!mayCall(account, controlAccess[cmd])) throw new AppError('permission-denied')
      await control.command(account, deviceid, cmd, word)
      return done
    },
  }),
  endpoint({
    method: 'POST',
    path: controlWordPath,
    access: anyControlAccess,
    audit: 'Read the command word of {cmd} for device {deviceid}',
    body: controlWordAskSchema,
    handle({ account, body: { deviceid, cmd } }) {
      if (!mayCall(account, controlAccess[cmd])) throw new AppError('permission-denied')
      return { ...done, ...control.word(account, deviceid, cmd) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: deviceRecordPath,
    access: deleteRecordAccess,
    audit: 'Deleted the recordings of device {deviceid}',
    body: deleteRecordSchema,
    async handle({ account, body }) {
      await control.deleteRecordings(account, body.deviceid, null)
      return done
    },
  }),
]
