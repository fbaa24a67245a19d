import { z } from 'zod'
import { hostField, portField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

/** SET-040: where each position is forwarded to. */
export const gpsRelayCall = settingsCall({
  path: '/gkserver/gpsrelay',
  read: 'GET',
  fields: z.object({ enable: switchField, ip: hostField, port: portField }),
  faults: ({ enable, ip }) => missingTarget(enable, 'ip', ip),
})
