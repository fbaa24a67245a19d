import {
  recordSettingsAccess,
  recordSettingsPath,
  resetRecordSettingsAccess,
  resetRecordSettingsSchema,
  setRecordSettingsAccess,
  setRecordSettingsSchema,
} from '@fleetglass/contract/recording-settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, JsonArray } from '../../platform/http/index.ts'
import type { RecordingSettings } from './recording-settings.service.ts'

const done = { hasError: false, message: '' } as const

/** `/gkdevice/settings`: the recording settings of many devices at once. */
export function recordingSettingsRoutes(
  fastify: FastifyInstance,
  { authenticator, settings }: { readonly authenticator: Authenticator; readonly settings: RecordingSettings },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: recordSettingsPath,
    access: recordSettingsAccess,
    body: z.object({}),
    handle: ({ account }) => new JsonArray(settings.list(account), () => undefined),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: recordSettingsPath,
    access: setRecordSettingsAccess,
    body: setRecordSettingsSchema,
    async handle({ account, body }) {
      await settings.set(account, body)
      return done
    },
  })
  addCall(fastify, authenticator, {
    method: 'DELETE',
    path: recordSettingsPath,
    access: resetRecordSettingsAccess,
    body: resetRecordSettingsSchema,
    async handle({ account, body }) {
      await settings.reset(account, body.deviceids)
      return done
    },
  })
}
