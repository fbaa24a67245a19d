// Belongs here: the limits that a monitor sets, and the messages that set them. Does not: what they limit (the services of the server).
import { z } from 'zod'
import { ruleMessage } from '../../errors/index.ts'

/** Monitors whose work can be limited, and the message that does it (API2-187). Without a field the message only reads. */
export const monitorLimitCodes = { cover: 'DB3', uploads: 'DB6', heartbeats: 'DB8' } as const
export type LimitedMonitor = keyof typeof monitorLimitCodes

/** Names of the rows of the server settings that hold them; they never change. */
export const monitorLimitSections = {
  cover: 'coverlimits',
  uploads: 'ftplimits',
  heartbeats: 'heartbeatlimits',
} as const satisfies Readonly<Record<LimitedMonitor, string>>

export const MAX_RUN_COUNT = 1000
/** A slower task would look like a connection that is silent. */
export const MIN_LIMIT_RATE = 4096
export const MAX_LIMIT_RATE = 1_000_000_000
export const MAX_WAIT_COUNT = 100_000

const whole = (min: number, max: number) => {
  const words = ruleMessage('not-number', { min, max })
  return z.int(words).min(min, words).max(max, words)
}

/** DEBUG-25: tasks at once, bytes per second of each task (0: as fast as it goes), and tasks that may wait. */
export const monitorLimitsSchema = z.object({
  maxRun: whole(1, MAX_RUN_COUNT),
  limitRate: z.union([z.literal(0), whole(MIN_LIMIT_RATE, MAX_LIMIT_RATE)]),
  maxWait: whole(1, MAX_WAIT_COUNT),
})
export type MonitorLimits = Readonly<z.infer<typeof monitorLimitsSchema>>

/** As the server stores them: the default rate does not count for everything that a rate counts for which somebody has set. */
export const storedMonitorLimitsSchema = monitorLimitsSchema.extend({ isRateSet: z.boolean() })
type StoredMonitorLimits = Readonly<z.infer<typeof storedMonitorLimitsSchema>>

const shared = { limitRate: 65_536, maxWait: 10_000, isRateSet: false } as const

/** DEBUG-21 to DEBUG-24. */
export const monitorLimitDefaults: Readonly<Record<LimitedMonitor, StoredMonitorLimits>> = {
  cover: { ...shared, maxRun: 20 },
  uploads: { ...shared, maxRun: 20 },
  heartbeats: { ...shared, maxRun: 50 },
}

/** The letters of the message. */
const letters = { N: 'maxRun', L: 'limitRate', W: 'maxWait' } as const

/** What a message sets; a field that is left out stays as it is. Values are unchecked: the server checks them by the schema. */
export function decodeMonitorLimits(
  fields: Readonly<Record<string, string>>,
): Partial<Record<keyof MonitorLimits, number>> {
  const given = Object.entries(letters).flatMap(([letter, name]) => {
    const text = fields[letter]
    return text === undefined ? [] : [[name, /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN]]
  })
  return Object.fromEntries(given) as Partial<Record<keyof MonitorLimits, number>>
}

export function encodeMonitorLimits(limits: MonitorLimits): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(letters).map(([letter, name]) => [letter, String(limits[name])]))
}

/** `null` for what the server does not send. */
export function readMonitorLimits(fields: Readonly<Record<string, string>>): MonitorLimits | null {
  const read = monitorLimitsSchema.safeParse(decodeMonitorLimits(fields))
  return read.success ? read.data : null
}
