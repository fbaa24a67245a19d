import { type PerformanceRecord, performancePath, performanceRequestSchema } from '@fleetglass/contract/performance'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { PerformanceRecords, PerformanceRow } from '../../services/performance/index.ts'

const DAY_S = 86_400

export interface PerformanceDeps {
  readonly clock: Clock
  readonly records: Pick<PerformanceRecords, 'find'>
}

/** `GET /gkserver/performance`: the work of the servers in a day. */
export const performanceEndpoints = ({ clock, records }: PerformanceDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: performancePath,
    access: 'login',
    audit: 'Read the performance of the servers',
    body: performanceRequestSchema,
    async handle({ body }) {
      const nowS = Math.floor(clock.nowMs() / 1000)
      const { starttime: firstS = nowS - DAY_S, endtime: lastS = nowS } = body
      return (await records.find({ firstS, lastS })).map(toRecord)
    },
  }),
]

function toRecord({ timeS, server, meter, count, sumUs, longestUs }: PerformanceRow): PerformanceRecord {
  return {
    datetime: `${new Date(timeS * 1000).toISOString().slice(0, -5)}Z`,
    gms: server,
    name: meter,
    cnt: count,
    avg: Math.round(sumUs / count) / 1_000_000,
    max: longestUs / 1_000_000,
  }
}
