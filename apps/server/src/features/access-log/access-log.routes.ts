import {
  type AccessLogRow,
  accessActionPath,
  accessLogExportPath,
  accessLogExportSchema,
  accessLogPath,
  accessLogRequestSchema,
} from '@fleetglass/contract/access-log'
import { z } from 'zod'
import type { AuditFilter, AuditQueries, AuditRow } from '../../platform/audit/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import { exportPages, type LogColumn, type LogExports } from '../../services/log-export/index.ts'
import { ActionCatalogue, type LoggedEndpoint } from './action-keys.ts'

export interface AccessLogDeps {
  readonly exports: LogExports
  readonly queries: AuditQueries
  readonly visibility: Pick<Visibility, 'devices' | 'seesAll'>
  /** Known when the listeners are open. */
  readonly endpoints: () => Iterable<LoggedEndpoint>
}

/** The access log and its actions. */
export function accessLogEndpoints({ queries, visibility, endpoints, exports }: AccessLogDeps): HttpEndpoint[] {
  const limiter = createConcurrencyLimiter()
  let made: ActionCatalogue | null = null
  const catalogue = (): ActionCatalogue => (made ??= new ActionCatalogue(endpoints()))
  const filterOf = (account: Account, body: Omit<z.output<typeof accessLogExportSchema>, 'filepass'>): AuditFilter => ({
    fromMs: body.afterUpdatetime,
    toMs: body.beforeUpdatetime,
    account: body.member,
    address: body.ip,
    actions: body.action === '' ? null : catalogue().keysOf(body.action),
    // RIGHT2-32: devices that the caller does not see are left out.
    deviceIds: visibility.seesAll(account) ? null : visibility.devices(account).map(({ deviceId }) => deviceId),
  })
  return [
    endpoint({
      method: 'GET',
      path: accessActionPath,
      access: 'login',
      audit: 'Read the actions of the access log',
      body: z.object({}),
      handle: () => catalogue().entries,
    }),
    endpoint({
      method: 'POST',
      path: accessLogPath,
      access: 'login',
      audit: 'Read the access log',
      body: accessLogRequestSchema,
      async handle({ account, body }) {
        const { offset, limit } = body
        const release = await limiter.acquire(account.id)
        try {
          return (await queries.find(filterOf(account, body), { offset, limit })).map((row) => catalogue().rowOf(row))
        } finally {
          release()
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: accessLogExportPath,
      access: 'login',
      audit: 'Downloaded the access log as an archive',
      body: accessLogExportSchema,
      handle({ account, body, gone }) {
        const filter = filterOf(account, body)
        return exports.write({
          account,
          gone,
          password: body.filepass,
          columns,
          pages: exportPages<AuditRow, AccessLogRow>(
            (before, limit) => queries.find({ ...filter, before }, { offset: 0, limit }),
            (row) => catalogue().rowOf(row),
          ),
        })
      },
    }),
  ]
}

/** The columns of the table; times in UTC. */
const columns: readonly LogColumn<AccessLogRow>[] = [
  { label: 'Date Time', value: ({ datetime }) => new Date(datetime * 1000).toISOString() },
  { label: 'Type', value: ({ type }) => type },
  { label: 'IP', value: ({ ip }) => ip },
  { label: 'User', value: ({ username }) => username },
  { label: 'Device ID', value: ({ deviceid }) => deviceid },
  { label: 'Action', value: ({ action }) => action },
  { label: 'Method', value: ({ method }) => method },
  { label: 'Data (JSON)', value: ({ data }) => data },
]
