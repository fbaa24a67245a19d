import { z } from 'zod'
import { hostField, switchField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-029, SET-030: the address that the server hands out. */
export const networkCall = {
  path: '/gkserver/network',
  read: 'GET',
  fields: z.object({ enable_server_ip: switchField, server_ip: hostField }),
} as const satisfies SettingsCall
