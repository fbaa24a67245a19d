import { z } from 'zod'
import { numberField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

export const RESTART_PLAN_NONE = 6

/** SET-037: 0, 1, 2 restart the machine daily, weekly, monthly; 3, 4, 5 reload the server so; 6 does nothing. */
export const restartPlanCall = {
  path: '/gkserver/restartplan',
  read: 'GET',
  fields: z.object({ restartplan: numberField(0, RESTART_PLAN_NONE) }),
} as const satisfies SettingsCall

/** `POST`: restarts the machine by the command of the configuration, or reloads the server where there is none (SET-039). */
export const rebootPath = '/gkserver/reboot'
