import { RESTART_PLAN_NONE, restartPlanCall } from '@fleetglass/contract/server-settings'
import type { Clock } from '../../platform/clock/index.ts'
import type { ServerConfig } from '../../platform/config/index.ts'
import type { ServerRestart } from '../../platform/restart/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import { defineSettings, type OpenSettings } from '../../platform/settings/index.ts'

/** SET-035 to SET-037. */
export const restartPlanSettings = defineSettings({
  name: 'restartplan',
  schema: restartPlanCall.fields,
  initial: () => ({ restartplan: RESTART_PLAN_NONE }),
})

const HOUR = 3

/** By plan: 0 to 2 the machine, 3 to 5 the server; each daily, weekly on Sunday, monthly on day 1. */
const PLANS = 6
const isDue: readonly ((local: Date) => boolean)[] = [
  () => true,
  (local) => local.getUTCDay() === 0,
  (local) => local.getUTCDate() === 1,
]

/** Looks at 03:00 server time whether this is a day of the plan. */
export function restartJob(deps: {
  readonly clock: Clock
  readonly config: Pick<ServerConfig, 'timeZone'>
  readonly plan: OpenSettings<{ restartplan: number }>
  readonly restart: ServerRestart
  readonly utcOffsetS: () => number
}): Job {
  const { clock, config, plan, restart, utcOffsetS } = deps
  return {
    name: 'restart plan',
    schedule: { dailyAt: `0${HOUR}:00`, timeZone: zoneOf(config) },
    async run() {
      const { restartplan } = plan.value
      const local = new Date(clock.nowMs() + utcOffsetS() * 1000)
      // A missed run is made up for when the server starts, and a server that has just started need not restart.
      if (restartplan >= PLANS || local.getUTCHours() !== HOUR || isDue[restartplan % isDue.length]?.(local) !== true)
        return
      const reason = `restart plan ${restartplan}`
      if (restartplan < isDue.length) restart.machine(reason)
      else restart.server(reason)
    },
  }
}

function zoneOf({ timeZone }: Pick<ServerConfig, 'timeZone'>): string {
  if (timeZone === 'machine') return Intl.DateTimeFormat().resolvedOptions().timeZone
  const minutes = Math.round(Math.abs(timeZone) * 60)
  const digits = (number: number): string => String(number).padStart(2, '0')
  return `${timeZone < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`
}
