// Belongs here: the socket of the internal pages and its requests. Does not: what is shown of it.
import {
  MONITOR_MAX_ROWS,
  MONITOR_PATH,
  type MonitorList,
  monitorLists,
  monitorRows,
} from '@fleetglass/contract/monitors'
import { askChannel, type Channel, type Credentials, createChannel } from '../../engines/channel/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** Rows of a list; `total` may be more than there are rows. */
export interface ListAnswer {
  readonly rows: readonly object[]
  readonly total: number
}

export interface MonitorLinkDeps {
  readonly clock: Clock
  readonly log: (text: string) => void
}

/** Opens the socket where the page came from, and logs in (DEBUG-19, DEBUG-27). */
export function openMonitorLink(page: Location, credentials: Credentials, { clock, log }: MonitorLinkDeps): Channel {
  const channel = createChannel({ clock, openSocket: (url) => new WebSocket(url), log })
  const secure = page.protocol === 'https:'
  const port = page.port === '' ? (secure ? 443 : 80) : Number(page.port)
  channel.login({ host: page.hostname, port, streamPort: null, secure, path: MONITOR_PATH }, credentials)
  return channel
}

/** Requests the rows of one page. */
export async function askRows(channel: Channel, list: MonitorList): Promise<ListAnswer> {
  const { payload, fields } = await askChannel(channel, { code: monitorLists[list] })
  const read = monitorRows[list].array().max(MONITOR_MAX_ROWS).safeParse(readJson(payload))
  if (!read.success) throw new Error('the answer cannot be read')
  return { rows: read.data, total: Number(fields.T ?? read.data.length) }
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}
