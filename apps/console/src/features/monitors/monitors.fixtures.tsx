// The far end of the socket of an internal page, for tests: it answers rows, limits and the list of devices.
import { fullAccess } from '@fleetglass/contract/access'
import { type DeviceRow, encodeRow } from '@fleetglass/contract/devices'
import { encodeMonitorLimits, type MonitorLimits, monitorLimitCodes } from '@fleetglass/contract/monitors'
import { encodeLoggedIn } from '@fleetglass/contract/session'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { cleanup, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { startPreferences } from '../../app/console.fixtures.tsx'
import { readSiteConfig } from '../../platform/config/index.ts'
import { PreferencesProvider } from '../../platform/preferences/index.ts'
import { memoryStore, type TextStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { Monitor } from './monitor.page.tsx'

export const NOW_S = 1_790_000_000

/** A row of the cover monitor that waits. */
export const coverTask = {
  taskid: 1,
  deviceid: 'van',
  appdevid: '',
  serialno: 0,
  isHandling: false,
  downloadDone: false,
  taskType: 'footage',
  tryCount: 0,
  recvFail: 0,
  dltype: 1,
  originDltype: 1,
  mediaType: 1,
  streamType: 'sub',
  downloadSpeed: 0,
  chs: '1',
  starttime: NOW_S,
  endtime: NOW_S + 60,
  percent: 0,
  bytes: 0,
  error: '',
  errortime: 0,
}

/** A row of the device info. */
export const deviceInfo = {
  deviceid: 'van',
  isVcp: true,
  ChCount: 2,
  eventGroup: 'GLOBAL',
  modelName: 'T1',
  bindTime: NOW_S,
  IP: '10.0.0.7',
  port: 50_000,
  version: '2019',
}

/** A row of the device array, all of whose channels are idle. */
export const connection = {
  deviceid: 'van',
  ArrivedTime: NOW_S - 60,
  LastRecvTime: NOW_S - 5,
  LastSentTime: 0,
  ChCount: 2,
  EnableSave: 1,
  RecAudio: 0,
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`Sock${at + 1}`, at < 2 ? 'idle' : ''])),
}

export interface MonitorSide {
  /** What is answered, by the code of a list or the path of a call. */
  lists: Partial<Record<string, readonly object[]>>
  limits: MonitorLimits
  /** In the list of devices. */
  devices: readonly Partial<DeviceRow>[]
  /** By device id. */
  plates: Readonly<Record<string, string>>
  login: { readonly R: '0' | '1'; readonly permission: number }
  readonly asked: VcpMessage[]
  /** Paths that were read over HTTP, with the head that says who reads. */
  readonly read: { readonly path: string; readonly authorization: string | null }[]
  readonly addresses: string[]
  /** Sockets that are open now. */
  open: number
  readonly clock: ManualClock
  readonly store: TextStore
  end(): void
}

export async function startMonitorSide(): Promise<MonitorSide> {
  await startAllTexts()
  const giveBackSize = giveElementsSize()
  const side: MonitorSide = {
    lists: {},
    limits: { maxRun: 20, limitRate: 65_536, maxWait: 10_000 },
    devices: [],
    plates: {},
    login: { R: '1', permission: 0 },
    asked: [],
    read: [],
    addresses: [],
    open: 0,
    clock: createManualClock(NOW_S * 1000),
    store: memoryStore(),
    end() {
      cleanup()
      vi.unstubAllGlobals()
      giveBackSize()
    },
  }
  vi.stubGlobal('WebSocket', socketOf(side))
  vi.stubGlobal('fetch', async (path: string, { headers }: { readonly headers: Record<string, string> }) => {
    side.read.push({ path, authorization: headers['authorization'] ?? null })
    return new Response(JSON.stringify(side.lists[path] ?? []))
  })
  return side
}

function socketOf(side: MonitorSide) {
  return class {
    binaryType: BinaryType = 'blob'
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose: (() => void) | null = null
    constructor(url: string) {
      side.addresses.push(url)
      side.open += 1
      queueMicrotask(() => this.onopen?.())
    }
    send(text: string): void {
      const read = decodeVcp(new TextEncoder().encode(text))
      if (!read.ok) throw new Error(read.reason)
      side.asked.push(read.value)
      for (const { fields, payload } of answersOf(side, read.value)) {
        const bytes = encodeVcp({
          code: read.value.code,
          fields: { ...fields, X: read.value.fields.X ?? '' },
          ...(payload !== undefined && { payload: new TextEncoder().encode(payload) }),
        })
        this.onmessage?.({ data: new TextDecoder().decode(bytes) })
      }
    }
    close(): void {
      side.open -= 1
    }
  }
}

interface Answer {
  readonly fields: Readonly<Record<string, string>>
  readonly payload?: string
}

function answersOf(side: MonitorSide, { code, fields }: VcpMessage): readonly Answer[] {
  const rows = side.lists[code]
  if (rows !== undefined) return [{ fields: { R: '1', T: `${rows.length}` }, payload: JSON.stringify(rows) }]
  if (Object.values<string>(monitorLimitCodes).includes(code)) {
    const { N, L, W } = fields
    const { maxRun, limitRate, maxWait } = side.limits
    side.limits = { maxRun: Number(N ?? maxRun), limitRate: Number(L ?? limitRate), maxWait: Number(W ?? maxWait) }
    return [{ fields: { R: '1', ...encodeMonitorLimits(side.limits) } }]
  }
  if (code === 'Q03' || code === 'Q04') {
    const list = side.devices.map((change) => encodeRow({ ...parked, ...change })).join('\n')
    const end: Answer = { fields: { R: '1', V: '1' }, payload: 'fin' }
    return list === '' ? [end] : [{ fields: { R: '1', V: '1' }, payload: list }, end]
  }
  if (code === 'Q11') {
    const extras = Object.entries(side.plates).map(([id, plate]) => [id, { ...noExtras, plate }])
    return [{ fields: { R: '1' }, payload: JSON.stringify(Object.fromEntries(extras)) }]
  }
  // No pushed rows: their request stays open.
  if (code === 'Q14') return []
  const { R, permission } = side.login
  const granted = { user: 'admin', permission, access: fullAccess, passwordHash: 'F'.repeat(64) }
  return [{ fields: { R, ...(R === '1' && encodeLoggedIn(granted)) } }]
}

const noExtras = { icon: 0, chsort: [], chnames: [], plate: '', talkch: 1, extid: '' }

const parked: DeviceRow = {
  deviceId: 'van',
  driver: '',
  memo: '',
  enabledChannels: [true],
  online: true,
  statusTimeS: NOW_S,
  registered: true,
  recording: false,
  timeZoneHours: 8,
  gps: null,
  voltageDecivolt: null,
  voltagePercent: null,
  signalPercent: null,
  satellites: null,
  health: '',
  smart: [-2, -2],
  mapLocation: null,
  icon: 0,
  temperaturesDecidegree: [],
  accOn: null,
  driverLicence: '',
}

export async function openMonitor(
  { clock, store }: MonitorSide,
  page: Parameters<typeof Monitor>[0]['page'],
  query = { user: 'admin', password: 'secret' },
) {
  const preferences = await startPreferences({
    clock,
    store,
    site: readSiteConfig({}),
    mobile: false,
    log: () => undefined,
  })
  return render(
    <PreferencesProvider value={preferences}>
      <Monitor page={page} query={query} />
    </PreferencesProvider>,
  )
}

/** The cells of each row by the names of their columns, of the only table or the one of this name. */
export async function shownRows(name = 'Rows'): Promise<Record<string, string>[]> {
  const grid = await screen.findByRole('grid', { name })
  const names = [...grid.querySelectorAll('[role=columnheader], thead th')].map(({ textContent }) => textContent)
  return [...grid.querySelectorAll('tbody tr[aria-rowindex]')].map((row) =>
    Object.fromEntries([...row.children].map((cell, at) => [names[at] ?? '', cell.textContent ?? ''])),
  )
}
