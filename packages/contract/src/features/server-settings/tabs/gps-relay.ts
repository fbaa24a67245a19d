import { z } from 'zod'
import { hostField, portField, switchField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-040: where each position is forwarded to. */
export const gpsRelayCall = {
  path: '/gkserver/gpsrelay',
  read: 'GET',
  fields: z.object({ enable: switchField, ip: hostField, port: portField }),
} as const satisfies SettingsCall
