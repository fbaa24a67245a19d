// @vitest-environment happy-dom
// The dashboard beside a real server: what the console requests, and how reports of recorders appear on the page.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { protocolPath } from '@fleetglass/contract/session'
import { until } from '@fleetglass/testkit'
import { decodeVcp } from '@fleetglass/vcp'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/clock/index.ts'
import { ChannelClient, sha256 } from '../../../server/test/channel-client.ts'
import { changeDatabase } from '../../../server/test/databases/database-file.ts'
import { CameraDevice } from '../../../server/test/devices/camera-device.ts'
import { clipVideo } from '../../../server/test/devices/clip-video.ts'
import { DeviceClient, positionMessage } from '../../../server/test/devices/device-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../../../server/test/recordings/server-child.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../ui/virtual-list.fixtures.ts'
import { openConsole } from './console.fixtures.tsx'
import { builtPages } from './pages.ts'

/** The main channel of a real server, with what went over it. */
class WatchedLink {
  binaryType: BinaryType = 'arraybuffer'
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null
  onclose: ((event: never) => void) | null = null
  /** Codes in the order they were sent. */
  readonly sent: string[] = []
  /** The ends of lists wait here while they are held back. */
  readonly held: MessageEvent<unknown>[] = []
  holdsEnds = false
  readonly #socket: WebSocket
  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.onopen = () => this.onopen?.(undefined as never)
    this.#socket.onclose = () => act(() => this.onclose?.(undefined as never))
    this.#socket.onmessage = (event: MessageEvent<unknown>) => {
      if (this.holdsEnds && String(event.data).endsWith('\nZ:3\nfin')) this.held.push(event)
      else act(() => this.onmessage?.(event))
    }
  }
  release(): void {
    this.holdsEnds = false
    for (const event of this.held.splice(0)) act(() => this.onmessage?.(event))
  }
  send(text: string): void {
    const read = decodeVcp(new TextEncoder().encode(text))
    if (read.ok) this.sent.push(read.value.code)
    this.#socket.send(text)
  }
  close(): void {
    this.#socket.close()
  }
}

const SLOW = '13900000001'
const DRIVING = '13900000002'
const FAST = '13900000003'
const TOO_FAST = '13900000004'
const WITHOUT_FIX = '13900000005'
const FILMED = '13900000006'
const NEW = '13900000007'
const AWAY = 'VAN-8'
const registered = [SLOW, DRIVING, FAST, TOO_FAST, WITHOUT_FIX, FILMED, AWAY]

const ADMIN = 'admin'

let data: string
let server: ServerChild
let admin: ChannelClient
let camera: CameraDevice
let giveBackSize: () => void
const recorders: DeviceClient[] = []
let open: Awaited<ReturnType<typeof openConsole>> | null = null
let links: WatchedLink[] = []

/** A recorder that reports this speed, in tenths of km/h; null: nothing but its login. */
async function connect(id: string, speedDkmh: number | null): Promise<DeviceClient> {
  const recorder = await DeviceClient.tcp(server.ports.signalling, id)
  recorders.push(recorder)
  await recorder.login()
  const { name, body } = positionMessage(Math.floor(Date.now() / 1000))
  if (speedDkmh !== null) await recorder.answerTo(recorder.send({ name, body: { ...body, speedDkmh } }))
  return recorder
}

beforeAll(async () => {
  await startAllTexts()
  await Promise.all(builtPages.map(({ load }) => load()))
  giveBackSize = giveElementsSize()
  // In a process of its own: the server needs the URL of Node.js, not that of a document.
  data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  server = await startServerChild({ data })
  await changeDatabase({ data }, (file) =>
    file.exec(`insert into users (name, password_hash, permission, group_id, map_location)
      select 'guard', password_hash, 2, group_id, '' from users where name = '${ADMIN}'`),
  )
  admin = await ChannelClient.connect(server.ports.main)
  await admin.login(ADMIN, CHILD_PASSWORD)
  for (const id of registered) await admin.request('D01', { A: id, C: '1', F: id === FILMED ? '1' : '0' })
  const record = { driver: 'Mei Huang', vehicleid: 'Cold chain', plate: 'KAA-1014' }
  await admin.request('D04', { A: AWAY }, JSON.stringify(record))
  await connect(SLOW, 50)
  await connect(DRIVING, 51)
  await connect(FAST, 999)
  await connect(TOO_FAST, 1000)
  await connect(WITHOUT_FIX, null)
  await connect(NEW, 1200)
  camera = await CameraDevice.connect(server.ports.signalling, FILMED, systemClock, { 1: clipVideo(FILMED, 1) })
  await until('it is recorded', async () => (await admin.request('Q05', { A: FILMED })).text.split('\t')[7] === '1')
})
afterEach(() => {
  open?.close()
  open = null
  links = []
  cleanup()
})
afterAll(async () => {
  giveBackSize()
  await Promise.all([...recorders.map((recorder) => recorder.close()), camera.close(), admin.close()])
  await server.stop()
  rmSync(data, { recursive: true, force: true })
})

/** The dashboard of a user whose password is remembered; `holdsEnds`: no list ends before it is released. */
async function dashboard({ user = ADMIN, holdsEnds = false } = {}) {
  const store = memoryStore({
    [storageKeys.autoLogin]: 'true',
    [storageKeys.userName]: user,
    [storageKeys.passwordHash]: sha256(CHILD_PASSWORD),
    [storageKeys.serverIp]: '127.0.0.1',
    [storageKeys.serverPort]: String(server.ports.main),
  })
  const openLink = (url: string) => {
    const link = new WatchedLink(url)
    link.holdsEnds = holdsEnds
    links.push(link)
    return link
  }
  open = await openConsole({
    path: '/blockview',
    store,
    host: '127.0.0.1',
    openLink,
    http: { [protocolPath]: () => ({ appcommand: server.ports.main, streamings: [server.ports.streams] }) },
    site: { recordingButton: true, disableMap: false },
  })
  await screen.findByRole('heading', { name: 'Dashboard' })
  const { clock } = open
  return {
    link: await until('the link is there', () => links[0]),
    advance: (ms: number) => act(() => clock.advance(ms)),
  }
}
const ids = () => [...document.querySelectorAll('.device-name-text > span')].map((one) => one.textContent)
const counts = () =>
  within(screen.getByRole('group', { name: /filter/i }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
const lists = (link: WatchedLink) => link.sent.filter((code) => code === 'Q03' || code === 'Q04')
const listed = () => waitFor(() => expect(ids()).toEqual(registered))
const flashing = () => document.querySelector('.heartbeat')?.getAttribute('data-beat')
/** From here on the heart has to beat anew. */
const nextBeat = (advance: (ms: number) => void): void => {
  advance(500)
  expect(flashing()).toBe('false')
}

describe('the filters', () => {
  it('[SYNC-25] [SYNC-26] [SYNC-27] [SYNC-33] count the registered vehicles, whatever is searched for', async () => {
    await dashboard()
    await listed()
    const wanted = [
      ...[
        'Driving: 3',
        'Idle: 3',
        'OverSpeed: 1',
        'Online: 6',
        'Offline: 1',
        'All: 7',
        'Recording: 1',
        'Not Record: 6',
      ],
    ].sort()
    expect([...counts()].sort()).toEqual(wanted)
    fireEvent.change(screen.getByRole('textbox', { name: 'Find a device' }), { target: { value: 'nothing' } })
    await waitFor(() => expect(ids()).toEqual([]))
    expect([...counts()].sort()).toEqual(wanted)
  })

  it.each([
    ['[SYNC-23] all leaves every registered vehicle', 'All', registered],
    ['[SYNC-24] [ENT-074] online leaves those with a status above 0', 'Online', registered.filter((id) => id !== AWAY)],
    ['[SYNC-27] offline leaves the registered ones that are away', 'Offline', [AWAY]],
    ['[SYNC-28] driving begins above 5 km/h', 'Driving', [DRIVING, FAST, TOO_FAST]],
    ['[SYNC-29] [SYNC-33] idle leaves those at 5 km/h and those without a fix', 'Idle', [SLOW, WITHOUT_FIX, FILMED]],
    ['[SYNC-30] overspeed begins at 100 km/h', 'OverSpeed', [TOO_FAST]],
    ['[SYNC-31] recording leaves the one that records', 'Recording', [FILMED]],
    ['[SYNC-32] not recording leaves all others', 'Not Record', registered.filter((id) => id !== FILMED)],
  ])('%s', async (_, name, wanted) => {
    await dashboard()
    await listed()
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}: `) }))
    await waitFor(() => expect(ids()).toEqual(wanted))
  })

  it.each([
    ['[SYNC-34] [SYNC-38] the id', 'n-8'],
    ['[SYNC-35] [SYNC-38] the driver', 'HUANG'],
    ['[SYNC-36] [SYNC-38] the memo', 'cOLd'],
    ['[SYNC-37] [SYNC-38] the plate', 'aa-10'],
    ['[SYNC-39] something between blanks', '  mei '],
  ])('the search finds a vehicle by a part of %s', async (_, text) => {
    await dashboard()
    await listed()
    fireEvent.change(screen.getByRole('textbox', { name: 'Find a device' }), { target: { value: text } })
    await waitFor(() => expect(ids()).toEqual([AWAY]))
    fireEvent.click(screen.getByRole('button', { name: /^Online: / }))
    await waitFor(() => expect(ids()).toEqual([]))
  })
})

describe('requests of the console', () => {
  it('[SYNC-01] [SYNC-02] [SYNC-03] [SYNC-05] is server, extra information and list after the login, and the list again 2.5 s later', async () => {
    const { link, advance } = await dashboard()
    await listed()
    expect(link.sent).toEqual(['Q02', 'Q01', 'Q11', 'Q03', 'Q14'])
    await waitFor(() => expect(document.querySelector('footer.footer')?.textContent).toMatch(/Version \d/))
    advance(2499)
    expect(lists(link)).toEqual(['Q03'])
    advance(1)
    expect(lists(link)).toEqual(['Q03', 'Q04'])
  })

  it('[SYNC-04] [SYNC-09] [SYNC-13] [SYNC-14] is what changed every 10 s, and the heart beats for 500 ms with each answer', async () => {
    const { link, advance } = await dashboard()
    await listed()
    await waitFor(() => expect(flashing()).toBe('true'))
    advance(499)
    expect(flashing()).toBe('true')
    advance(1)
    expect(flashing()).toBe('false')
    advance(2000)
    await waitFor(() => expect(flashing()).toBe('true'))
    for (const polls of [1, 2]) {
      nextBeat(advance)
      advance(9499)
      expect(lists(link)).toHaveLength(polls + 1)
      advance(1)
      expect(lists(link)).toHaveLength(polls + 2)
      expect(lists(link).at(-1)).toBe('Q04')
      await waitFor(() => expect(flashing()).toBe('true'))
    }
  })

  it('[SYNC-11] [SYNC-12] no row is shown before the end of its list has come', async () => {
    const { link } = await dashboard({ holdsEnds: true })
    await until('the end is held back', () => link.held.length === 1)
    expect(ids()).toEqual([])
    link.release()
    await listed()
  })

  it('[SYNC-18] [SYNC-21] while a list is under way nothing goes offline, and no other one is requested', async () => {
    const { link, advance } = await dashboard()
    await listed()
    link.holdsEnds = true
    advance(2500)
    await until('the end is held back', () => link.held.length === 1)
    advance(10_000)
    expect(lists(link)).toEqual(['Q03', 'Q04'])
    expect(counts()).toEqual(expect.arrayContaining(['Online: 6', 'Offline: 1']))
    link.release()
    await waitFor(() => expect(flashing()).toBe('true'))
    advance(10_000)
    expect(lists(link)).toEqual(['Q03', 'Q04', 'Q04'])
  })

  it('[SYNC-08] [SYNC-20] is the whole list once more when another console has changed a vehicle', async () => {
    const { link, advance } = await dashboard()
    await listed()
    await admin.request('D04', { A: SLOW }, JSON.stringify({ driver: `Lin ${Math.random()}` }))
    advance(2500)
    await waitFor(() => expect(lists(link)).toEqual(['Q03', 'Q04', 'Q03']))
  })

  it('[SYNC-06] [SYNC-07] [SYNC-21] is the whole list as soon as a vehicle is registered or removed here', async () => {
    const { link } = await dashboard()
    await listed()
    const side = await screen.findByRole('region', { name: 'New devices' })
    await act(async () => fireEvent.click(await within(side).findByRole('button', { name: `Add ${NEW}` })))
    await waitFor(() => expect(ids()).toContain(NEW))
    expect(lists(link)).toEqual(['Q03', 'Q03'])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: `Remove ${NEW}` })))
    const dialog = await screen.findByRole('dialog')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' })))
    await listed()
    expect(lists(link)).toEqual(['Q03', 'Q03', 'Q03'])
  })

  it('[SYNC-21] is a whole list first after the link was lost, and the rows stay until then', async () => {
    const { link, advance } = await dashboard()
    await listed()
    link.close()
    await waitFor(() => expect(open?.channel.state.getState().kind).toBe('waiting'))
    expect(ids()).toEqual(registered)
    advance(10_000)
    const next = await until('the link is there again', () => links[1])
    await waitFor(() => expect(next.sent).toEqual(['Q02', 'Q01', 'Q11', 'Q03', 'Q14']))
  })
})

describe('who is listed', () => {
  it('[ENT-073] [ENT-074] [ENT-075] [SYNC-22] a new vehicle stands beside the table as long as it is online, for permission 0', async () => {
    await dashboard()
    await listed()
    const side = await screen.findByRole('region', { name: 'New devices' })
    const buttons = await within(side).findAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([`Add ${NEW}`])
  })

  it('[ENT-068] [ENT-069] [VCP-033] [VCP-034] the name and the permission of the login are those of the pages', async () => {
    await dashboard({ user: 'guard' })
    await listed()
    expect(screen.getByRole('button', { name: 'Account of guard' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'New devices' })).toBeNull()
    expect(screen.queryByRole('button', { name: `Remove ${SLOW}` })).toBeNull()
  })
})
