// @vitest-environment happy-dom
import { fullAccess } from '@fleetglass/contract/access'
import { monitorLists } from '@fleetglass/contract/monitors'
import { encodeLoggedIn } from '@fleetglass/contract/session'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPreferences } from '../../app/console.fixtures.tsx'
import { readSiteConfig } from '../../platform/config/index.ts'
import { PreferencesProvider } from '../../platform/preferences/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { Monitor } from './monitor.page.tsx'

const NOW_S = 1_790_000_000

/** What the server answers, by list; who asks. */
let lists: Partial<Record<string, readonly object[]>> = {}
let login: { readonly R: '0' | '1'; readonly permission: number }
let asked: VcpMessage[] = []
let addresses: string[] = []
let clock: ManualClock
let giveBackSize: () => void

class ServerSide {
  binaryType: BinaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor(url: string) {
    addresses.push(url)
    queueMicrotask(() => this.onopen?.())
  }
  send(text: string): void {
    const read = decodeVcp(new TextEncoder().encode(text))
    if (!read.ok) throw new Error(read.reason)
    const { code, fields } = read.value
    asked.push(read.value)
    const rows = lists[code]
    const { R, permission } = login
    const granted = { user: 'admin', permission, access: fullAccess, passwordHash: 'F'.repeat(64) }
    const answer =
      rows === undefined ? { R, ...(R === '1' && encodeLoggedIn(granted)) } : { R: '1', T: `${rows.length}` }
    const payload = rows && { payload: new TextEncoder().encode(JSON.stringify(rows)) }
    const bytes = encodeVcp({ code, fields: { ...answer, X: fields.X ?? '' }, ...payload })
    this.onmessage?.({ data: new TextDecoder().decode(bytes) })
  }
  close(): void {}
}

beforeEach(async () => {
  await startAllTexts()
  giveBackSize = giveElementsSize()
  vi.stubGlobal('WebSocket', ServerSide)
  lists = {}
  login = { R: '1', permission: 0 }
  asked = []
  addresses = []
  clock = createManualClock(NOW_S * 1000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  giveBackSize()
})

async function open(page: Parameters<typeof Monitor>[0]['page'], query = { user: 'admin', password: 'secret' }) {
  const known = { clock, store: memoryStore(), site: readSiteConfig({}), mobile: false, log: () => undefined }
  const preferences = await startPreferences(known)
  render(
    <PreferencesProvider value={preferences}>
      <Monitor page={page} query={query} />
    </PreferencesProvider>,
  )
}

/** The cells of each row by the names of their columns. */
async function rows(): Promise<Record<string, string>[]> {
  await screen.findByRole('grid')
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  return [...document.querySelectorAll('tbody tr[aria-rowindex]')].map((row) =>
    Object.fromEntries([...row.children].map((cell, at) => [names[at] ?? '', cell.textContent])),
  )
}

it('[DEBUG-02] [DEBUG-03] a request array row shows task, device, channel, type, user, address, time and state', async () => {
  const row = { taskid: 7, deviceid: 'van', channel: 2, type: 'live', user: 'anna', ip: '10.0.0.7', state: 'playing' }
  lists = { [monitorLists.requests]: [{ ...row, asktime: NOW_S - 60 }] }
  await open('requestarray')
  expect(await rows()).toEqual([{ ...row, taskid: '7', channel: '2', asktime: localTimeText(NOW_S - 60) }])
})

it('[DEBUG-10] the heartbeat counts of a device are shown, each under its name', async () => {
  lists = { [monitorLists.heartbeats]: [{ deviceid: 'van', all: 21, hb: 1, re: 2, ev: 3, el: 15, wait: 4, run: 5 }] }
  await open('hbmonitor')
  expect(await rows()).toEqual([
    { deviceid: 'van', all: '21', hb: '1', re: '2', ev: '3', el: '15', wait: '4', run: '5' },
  ])
})

it('[DEBUG-15] [DEBUG-16] [DEBUG-17] a task of the cover monitor is done, else in error, else processing, else waiting', async () => {
  const waiting = {
    taskid: 1,
    deviceid: 'van',
    appdevid: '',
    isHandling: false,
    downloadDone: false,
    taskType: 'footage',
    streamType: 'sub',
    chs: '1',
    starttime: NOW_S,
    endtime: NOW_S + 60,
    percent: 0,
    bytes: 0,
    error: '',
  }
  lists = {
    [monitorLists.cover]: [
      waiting,
      { ...waiting, isHandling: true },
      { ...waiting, isHandling: true, error: 'no answer' },
      { ...waiting, isHandling: true, error: 'earlier', downloadDone: true },
    ],
  }
  await open('covermonitor')
  expect((await rows()).map(({ state, error }) => [state, error])).toEqual([
    ['waiting', ''],
    ['processing', ''],
    ['error', 'no answer'],
    ['done', 'earlier'],
  ])
})

it('[DEBUG-18] a device is on when it was bound at most 120 s ago, otherwise off', async () => {
  const device = { deviceid: 'van', isVcp: true, ChCount: 2, IP: '10.0.0.7', port: 50_000, version: '1' }
  lists = { [monitorLists.devices]: [NOW_S, NOW_S - 120, NOW_S - 121].map((bindTime) => ({ ...device, bindTime })) }
  await open('testdev')
  expect((await rows()).map(({ state }) => state)).toEqual(['on', 'on', 'off'])
})

it('[DEBUG-20] the rows are requested again every 5 s', async () => {
  lists = { [monitorLists.heartbeats]: [{ deviceid: 'van', all: 0, hb: 0, re: 0, ev: 0, el: 0, wait: 0, run: 0 }] }
  await open('hbmonitor')
  await rows()
  const questions = () => asked.filter(({ code }) => code === monitorLists.heartbeats).length
  for (const [ms, count] of [
    [4_999, 1],
    [1, 2],
    [5_000, 3],
  ] as const) {
    await act(async () => clock.advance(ms))
    expect(questions()).toBe(count)
  }
})

it('[DEBUG-27] nothing is requested before a user and a password were given, nor after they were refused', async () => {
  await open('devarray', { user: '', password: '' })
  expect(addresses).toEqual([])
  login = { R: '0', permission: 0 }
  fireEvent.change(screen.getByLabelText('User'), { target: { value: 'admin' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'guessed' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('User or password is wrong')
  expect(addresses.map((address) => new URL(address).pathname)).toEqual(['/debug'])
  expect(asked.map(({ fields }) => fields.U)).toEqual(['admin'])
})

it('[DEBUG-28] an account of another permission than 0 is shown that the page is not for it, and requests no rows', async () => {
  login = { R: '1', permission: 1 }
  await open('devarray')
  expect((await screen.findByRole('alert')).textContent).toContain('This page is not for this account')
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('grid')).toBeNull()
})
