import { z } from 'zod'
import { hostField, portField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

/** SET-094: the server to which events are sent. */
export const cloudCall = settingsCall({
  path: '/gkserver/cloud',
  read: 'GET',
  fields: z.object({ enable: switchField, ip: hostField, port: portField }),
  faults: ({ enable, ip }) => missingTarget(enable, 'ip', ip),
})
