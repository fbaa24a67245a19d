import { z } from 'zod'
import { hostField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

/** SET-029, SET-030: the address that the server hands out. */
export const networkCall = settingsCall({
  path: '/gkserver/network',
  read: 'GET',
  fields: z.object({ enable_server_ip: switchField, server_ip: hostField }),
  faults: ({ enable_server_ip: isOn, server_ip }) => missingTarget(isOn, 'server_ip', server_ip),
})
