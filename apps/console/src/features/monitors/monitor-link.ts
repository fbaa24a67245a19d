// Belongs here: the socket of the internal pages and its requests. Does not: what is shown of it.
import {
  encodeMonitorLimits,
  type GeoList,
  geoPaths,
  geoRows,
  type LimitedMonitor,
  MONITOR_MAX_ROWS,
  MONITOR_PATH,
  type MonitorLimits,
  type MonitorList,
  monitorLimitCodes,
  monitorLists,
  monitorPaths,
  monitorRows,
  readMonitorLimits,
} from '@fleetglass/contract/monitors'
import { askChannel, type Channel, createChannel } from '../../engines/channel/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { askWithLogin } from '../../platform/http/index.ts'

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
export function openMonitorLink(page: Location, credentials: MonitorLogin, { clock, log }: MonitorLinkDeps): Channel {
  const channel = createChannel({ clock, openSocket: (url) => new WebSocket(url), log })
  const secure = page.protocol === 'https:'
  const port = page.port === '' ? (secure ? 443 : 80) : Number(page.port)
  channel.login({ host: page.hostname, port, streamPort: null, secure, path: MONITOR_PATH }, credentials)
  return channel
}

/** User and password hash, as they are typed or stand in the address of the page. */
export interface MonitorLogin {
  readonly user: string
  readonly passwordHash: string
}

/** What a page needs to ask: its socket, and who looks, for what is read over HTTP. */
export interface MonitorAsk {
  readonly channel: Channel
  readonly who: MonitorLogin
}

/** Requests the rows of one page; those of devices over HTTP (API2-178). */
export async function askRows({ channel, who }: MonitorAsk, list: MonitorList): Promise<ListAnswer> {
  if (list === 'devices') {
    const rows = monitorRows.devices.array().parse(await askByHttp(monitorPaths.devices, who))
    return { rows, total: rows.length }
  }
  const { payload, fields } = await askChannel(channel, { code: monitorLists[list] })
  const read = monitorRows[list].array().max(MONITOR_MAX_ROWS).safeParse(readJson(payload))
  if (!read.success) throw new Error('the answer cannot be read')
  return { rows: read.data, total: Number(fields.T ?? read.data.length) }
}

/** The rows of the telematics account. */
export async function askGeoRows({ who }: MonitorAsk): Promise<Readonly<Record<GeoList, readonly object[]>>> {
  const [auth, rules, devices] = await Promise.all([
    askByHttp(geoPaths.auth, who),
    askByHttp(geoPaths.rules, who),
    askByHttp(geoPaths.devices, who),
  ])
  return {
    auth: geoRows.auth.array().parse(auth),
    rules: geoRows.rules.array().parse(rules),
    devices: geoRows.devices.array().parse(devices),
  }
}

function askByHttp(path: string, { user, passwordHash }: MonitorLogin): Promise<unknown> {
  return askWithLogin(path, { userName: user, passwordHash })
}

/** Reads the limits of a monitor, or sets them (DEBUG-25). */
export async function askLimits(
  { channel }: MonitorAsk,
  monitor: LimitedMonitor,
  limits?: MonitorLimits,
): Promise<MonitorLimits> {
  const fields = limits === undefined ? {} : { fields: encodeMonitorLimits(limits) }
  const answered = readMonitorLimits(
    (await askChannel(channel, { code: monitorLimitCodes[monitor], ...fields })).fields,
  )
  if (answered === null) throw new Error('the answer cannot be read')
  return answered
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}
