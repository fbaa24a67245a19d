// Belongs here: the action catalogue of the endpoints that the server has, and their rows. Does not: how rows are found.
import { type AccessAction, type AccessLogRow, actionOf } from '@fleetglass/contract/access-log'
import type { Endpoint } from '../../platform/access-policy/index.ts'
import type { AuditQueries } from '../../platform/audit/index.ts'

export type LoggedEndpoint = Pick<Endpoint, 'kind' | 'name' | 'audit'>

type Row = Awaited<ReturnType<AuditQueries['find']>>[number]
type Call = Pick<AccessLogRow, 'type' | 'method'> & { readonly url?: string }

/** What the server itself does, by the name in the audit log. */
export const serverActions = { start: 'Started the server', stop: 'Stopped the server' } as const

export class ActionCatalogue {
  readonly entries: readonly AccessAction[]
  readonly #calls: readonly { readonly key: string; readonly call: Call }[]
  readonly #names = new Map<string, string>()

  constructor(endpoints: Iterable<LoggedEndpoint>) {
    const byName = new Map([...endpoints].map((endpoint) => [endpoint.name, endpoint]))
    const ofEndpoints = [...byName.values()].map(({ kind, name, audit }) => ({
      key: name,
      call: callOf(kind === 'message' ? 'channel' : 'http', name),
      action: audit.replaceAll(/\{\w+\}/g, '…'),
    }))
    const ofServer = Object.entries(serverActions).map(([key, action]) => ({
      key,
      call: callOf('server', key),
      action,
    }))
    // A pattern may be part of a longer one: the first that matches counts.
    const all = [...ofEndpoints, ...ofServer].sort((a, b) => (b.call.url?.length ?? 0) - (a.call.url?.length ?? 0))
    this.#calls = all
    this.entries = all.map(({ call: { type, method, url }, action }) => ({
      type,
      method,
      action,
      ...(url !== undefined && { data: { url: url.replaceAll(/:\w+/g, '%') } }),
    }))
  }

  /** Names in the audit log that resolve to an action. */
  keysOf(action: string): readonly string[] {
    return this.#calls.filter(({ call }) => actionOf(this.entries, call) === action).map(({ key }) => key)
  }

  rowOf(row: Row): AccessLogRow {
    const { type, method, url } = callOf(row.transport, row.action)
    const data = {
      ...(url !== undefined && { url }),
      body: JSON.parse(row.parameters) as unknown,
      result: row.result,
      ...(row.calls > 1 && { calls: row.calls }),
    }
    return {
      serialno: `${row.time_ms}-${row.writer}-${row.seq}`,
      datetime: Math.floor(row.time_ms / 1000),
      type,
      ip: row.address,
      username: row.account,
      deviceid: row.device_id ?? '',
      action: this.#nameOf(`${type} ${row.action}`, { type, method, ...(url !== undefined && { url }) }),
      method,
      data: JSON.stringify(data),
    }
  }

  /** Endpoints are few, rows are many. */
  #nameOf(key: string, call: Call): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = actionOf(this.entries, call)
    this.#names.set(key, name)
    return name
  }
}

function callOf(transport: string, name: string): Call {
  if (transport === 'server') return { type: 'gms', method: name }
  if (transport === 'channel') return { type: 'vcp', method: name }
  const [method = '', url = ''] = name.split(' ', 2)
  // A stream or a socket is opened by GET.
  return name.startsWith('/') ? { type: 'web', method: 'GET', url: name } : { type: 'web', method, url }
}
