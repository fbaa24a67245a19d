import { encodeServerInfo } from '@fleetglass/contract/session'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Clock } from '../../platform/clock/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import type { Channel, ChannelReply, ChannelRequest, ChannelState } from '../channel/index.ts'
import { filterDevices } from './fleet.filters.ts'
import { startFleetSync } from './fleet.sync.ts'
import { createFleet } from './fleet.ts'

const session = {
  userName: 'admin',
  rights: { permission: 0, access: '' },
  passwordHash: '',
  ownHash: '',
  token: null,
  mapCenter: null,
}
const online: ChannelState = {
  kind: 'online',
  target: { host: 'fleet.test', port: 1, streamPort: null, secure: false },
  credentials: { user: 'admin', passwordHash: '' },
  session,
}

/** The far end of the link: keeps what was asked and answers a list when the test says so. */
function setUp() {
  const state = createStore<ChannelState>(() => online)
  const asked: { request: ChannelRequest; settle: (reply: ChannelReply) => void }[] = []
  const request = (one: ChannelRequest) => new Promise<ChannelReply>((settle) => asked.push({ request: one, settle }))
  const givenUp: string[] = []
  const giveUp = (reason: string) => void givenUp.push(reason)
  const link = { isPollingPaused: false }
  const channel: Channel = {
    state,
    request,
    login: () => undefined,
    logout: () => undefined,
    moved: () => undefined,
    giveUp,
    get isPollingPaused() {
      return link.isPollingPaused
    },
  }
  const timers: { delayMs: number; task: () => void }[] = []
  const keep: Clock['after'] = (delayMs, task) => {
    const timer = { delayMs, task }
    timers.push(timer)
    return { cancel: () => void timers.splice(timers.indexOf(timer), 1) }
  }
  const clock: Clock = { nowMs: () => 0, monotonicMs: () => 0, after: keep, every: keep }
  const fleet = createFleet(memoryStore())
  const logged: string[] = []
  const sync = startFleetSync({ channel, fleet, clock, log: (text) => void logged.push(text) })
  const codes = () => asked.map(({ request: { code } }) => code)
  const answerList = async (version: number, rows = ''): Promise<void> => {
    const open = asked.findLast(({ request: { code } }) => code === 'Q03' || code === 'Q04')!
    const bytes = (text: string) => new TextEncoder().encode(text)
    if (rows !== '') open.request.parts?.take({ code: open.request.code, fields: { R: '1' }, payload: bytes(rows) })
    const fin = { code: open.request.code, fields: { R: '1', V: String(version) }, payload: bytes('fin') }
    open.settle({ ok: true, message: fin })
    await new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
  }
  const endFollow = async (reply: ChannelReply): Promise<void> => {
    asked.findLast(({ request: { code } }) => code === 'Q14')!.settle(reply)
    await new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
  }
  /** One message of pushed rows; the server's list has this version. */
  const push = (version: number, rows: string): void => {
    const fields = { R: '1', V: String(version) }
    const parts = asked.findLast(({ request: { code } }) => code === 'Q14')!.request.parts
    parts?.take({ code: 'Q14', fields, payload: new TextEncoder().encode(rows) })
  }
  /** One part of the list under way. */
  const sendRows = (rows: string): void => {
    const { request: one } = asked.findLast(({ request: { code } }) => code === 'Q03' || code === 'Q04')!
    one.parts?.take({ code: one.code, fields: { R: '1' }, payload: new TextEncoder().encode(rows) })
  }
  const loseList = async (): Promise<void> => {
    asked
      .findLast(({ request: { code } }) => code === 'Q03' || code === 'Q04')!
      .settle({ ok: false, kind: 'timeout', reason: 'late' })
    await new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
  }
  /** The link says nothing for so long while the newest request of one of these codes waits. */
  const silence = (code: RegExp, ms: number): void => {
    const { request: one } = asked.findLast((question) => code.test(question.request.code))!
    for (const { afterMs, notify } of one.parts?.silences ?? []) if (afterMs <= ms) notify()
  }
  return {
    link,
    state,
    fleet,
    sync,
    asked,
    codes,
    answerList,
    loseList,
    push,
    sendRows,
    endFollow,
    silence,
    timers,
    logged,
    givenUp,
  }
}

const row = ['van', '', '', '1111', '1', '5', '1', '0', '8', '', '', '', '', '', '', '', '', '0', ''].join('\t')

describe('staying in step', () => {
  it('[SYNC-01] [SYNC-02] [SYNC-03] [SYNC-05] requests server, extra info and list after the login, and polls 2.5 s later', () => {
    const { codes, timers } = setUp()
    expect(codes()).toEqual(['Q01', 'Q11', 'Q03', 'Q14'])
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([2500])
  })

  it('[SYNC-04] [SYNC-09] from then on requests changes every 10 s', async () => {
    const { codes, timers, answerList } = setUp()
    await answerList(7)
    timers.shift()!.task()
    expect(codes().at(-1)).toBe('Q04')
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([10_000])
  })

  it('[SYNC-15] [SYNC-16] while a disk is formatted no list is requested; afterwards polling goes on', async () => {
    const { link, codes, timers, answerList, fleet } = setUp()
    await answerList(7)
    const before = codes().length
    link.isPollingPaused = true
    timers.shift()!.task()
    timers[0]!.task()
    fleet.flagChange()
    expect(codes()).toHaveLength(before)
    link.isPollingPaused = false
    timers[0]!.task()
    expect(codes().slice(before)).toEqual(['Q11', 'Q03'])
  })

  it('[SET-014] a stream port that moves is the one of new streams within half a minute', async () => {
    const { asked, codes, fleet, timers, answerList } = setUp()
    await answerList(7)
    timers.shift()!.task()
    for (let poll = 0; poll < 3; poll++) {
      await answerList(7)
      timers[0]!.task()
    }
    const { request, settle } = asked.findLast(({ request: { code } }) => code === 'Q01')!
    expect(codes().filter((code) => code === 'Q01')).toHaveLength(2)
    const fields = encodeServerInfo({ version: '1', maxLicence: 1, expiresS: 0, timeZoneHours: 0, streamPort: 9001 })
    settle({ ok: true, message: { code: request.code, fields: { R: '1', ...fields }, payload: new Uint8Array(0) } })
    await new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
    expect(fleet.state.getState().server?.streamPort).toBe(9001)
  })

  it('[SYNC-12] rows take effect only with the fin', async () => {
    const { fleet, answerList } = setUp()
    expect(fleet.state.getState().loaded).toBe(false)
    await answerList(7, row)
    expect([...fleet.state.getState().devices.keys()]).toEqual(['van'])
    expect(fleet.state.getState().beats).toBe(1)
  })

  it('[SYNC-18] nothing is offline in between: a poll marks and fills a copy, which its end mark swaps in', async () => {
    const { fleet, timers, answerList, sendRows } = setUp()
    await answerList(7, [row, row.replace('van', 'bus')].join('\n'))
    const seen: string[] = []
    fleet.state.subscribe(({ devices }) => {
      seen.push([...devices.values()].map(({ deviceId, online }) => `${deviceId} ${online ? 'on' : 'off'}`).join())
    })
    timers.shift()!.task()
    sendRows(row.replace('van', 'bus'))
    expect(seen).toEqual([])
    await answerList(7, row)
    expect([...new Set(seen)]).toEqual(['bus on,van on'])
    timers[0]!.task()
    await answerList(7, row)
    expect([...new Set(seen)]).toEqual(['bus on,van on', 'bus off,van on'])
  })

  it('[SYNC-18] a flag stays until the full list that it caused has come', async () => {
    const { fleet, codes, timers, answerList, loseList } = setUp()
    await answerList(7, row)
    fleet.flagChange()
    await loseList()
    timers[0]!.task()
    expect(codes().at(-1)).toBe('Q03')
    await answerList(7, row)
    timers[0]!.task()
    expect(codes().at(-1)).toBe('Q04')
  })

  it('[ENT-073] [ENT-074] online is who has a status above 0, and the lists hold who is registered', async () => {
    const { fleet, answerList } = setUp()
    const named = (id: string, status: string, registered = '1') =>
      row.split('\t').with(0, id).with(4, status).with(6, registered).join('\t')
    await answerList(
      7,
      [named('a', '1'), named('b', '2'), named('c', '0'), named('d', ''), named('e', '1', '0')].join('\n'),
    )
    const { devices, filter } = fleet.state.getState()
    expect([...devices.values()].filter(({ online }) => online).map(({ deviceId }) => deviceId)).toEqual([
      'a',
      'b',
      'e',
    ])
    const listed = filterDevices(devices.values(), filter)
    expect(listed.map(({ deviceId }) => deviceId)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('[VCP-096] a row that cannot be read is logged and skipped, the rest of the list counts', async () => {
    const { fleet, answerList, logged } = setUp()
    await answerList(7, ['short\trow', row, 'another'].join('\n'))
    expect([...fleet.state.getState().devices.keys()]).toEqual(['van'])
    expect(logged).toEqual([
      'device row skipped: a device row has 2 columns',
      'device row skipped: a device row has 1 columns',
    ])
  })

  it('[SYNC-06] [SYNC-07] a flagged change requests the full list, once', async () => {
    const { fleet, codes, timers, answerList } = setUp()
    await answerList(7)
    fleet.flagChange()
    expect(codes().at(-1)).toBe('Q03')
    await answerList(7)
    timers[0]!.task()
    expect(codes().at(-1)).toBe('Q04')
  })

  it('[SYNC-08] [SYNC-20] a list version other than that of the last full list does too', async () => {
    const { codes, timers, answerList } = setUp()
    await answerList(7)
    timers[0]!.task()
    await answerList(8)
    expect(codes().filter((code) => code === 'Q03')).toHaveLength(2)
  })

  it('[SYNC-21] a poll is skipped while the previous one has no fin', () => {
    const { codes, timers } = setUp()
    timers[0]!.task()
    expect(codes()).toEqual(['Q01', 'Q11', 'Q03', 'Q14'])
  })

  it('[SYNC-21] the first list after a reconnect is a full one, and the old one is shown until it comes', async () => {
    const { state, fleet, codes, answerList } = setUp()
    await answerList(7, row)
    state.setState({ ...online, kind: 'waiting' }, true)
    expect(fleet.state.getState().devices.size).toBe(1)
    state.setState(online, true)
    expect(codes().slice(-4)).toEqual(['Q01', 'Q11', 'Q03', 'Q14'])
  })

  it('[LOGIN-40] a logout stops the poll and forgets the devices', async () => {
    const { state, fleet, timers, answerList } = setUp()
    await answerList(7, row)
    state.setState({ kind: 'idle' }, true)
    expect(timers).toEqual([])
    expect(fleet.state.getState().devices.size).toBe(0)
  })

  it('what is known is out of date from the loss of the link, or of a list, until the next list', async () => {
    const { state, fleet, timers, answerList, loseList } = setUp()
    const staleSinceMs = () => fleet.state.getState().staleSinceMs
    state.setState({ ...online, kind: 'waiting' }, true)
    expect(staleSinceMs()).toBeNull()
    state.setState(online, true)
    await answerList(7, row)
    expect(staleSinceMs()).toBeNull()
    state.setState({ ...online, kind: 'waiting' }, true)
    expect(staleSinceMs()).toBe(0)
    state.setState(online, true)
    expect(staleSinceMs()).toBe(0)
    await answerList(7, row)
    expect(staleSinceMs()).toBeNull()
    timers.at(-1)!.task()
    await loseList()
    expect(staleSinceMs()).toBe(0)
  })
})

describe('a server that goes silent', () => {
  it('makes what is known old after 8 s, and its link is given up after 15 s', async () => {
    const { fleet, answerList, silence, givenUp } = setUp()
    silence(/Q14/, 8_000)
    expect(fleet.state.getState().staleSinceMs).toBeNull()
    await answerList(7, row)
    silence(/Q14/, 7_999)
    expect(fleet.state.getState().staleSinceMs).toBeNull()
    silence(/Q14/, 8_000)
    expect(fleet.state.getState().staleSinceMs).toBe(0)
    expect(givenUp).toEqual([])
    silence(/Q14/, 15_000)
    expect(givenUp).toEqual(['nothing received for 15 s'])
  })

  it('makes it old after 5 s when a poll waits, and a whole list follows its next word', async () => {
    const { fleet, codes, timers, answerList, silence, push } = setUp()
    await answerList(7, row)
    timers[0]!.task()
    silence(/Q04/, 5_000)
    expect(fleet.state.getState().staleSinceMs).toBe(0)
    await answerList(7, row)
    expect(fleet.state.getState().staleSinceMs).toBeNull()
    silence(/Q14/, 8_000)
    const lists = codes().filter((code) => code === 'Q04').length
    push(7, '')
    expect(codes().filter((code) => code === 'Q04')).toHaveLength(lists + 1)
    await answerList(7, row)
    expect(fleet.state.getState().staleSinceMs).toBeNull()
  })
})

describe('rows that come by themselves', () => {
  const named = (id: string, driver: string, { online = '1', registered = '1' } = {}): string =>
    [id, driver, '', '1111', online, '5', registered, '0', '8', '', '', '', '', '', '', '', '', '0', ''].join('\t')
  const drivers = (fleet: ReturnType<typeof setUp>['fleet']) =>
    Object.fromEntries([...fleet.state.getState().devices].map(([id, device]) => [id, device.driverName]))

  it('are seen at once between two polls, without a heartbeat, and are counted', async () => {
    const { fleet, answerList, push } = setUp()
    await answerList(7, named('van', 'Ann'))
    const { beats } = fleet.state.getState()
    push(7, [named('van', 'Ben'), named('bus', 'Cid', { online: '0' })].join('\n'))
    expect(drivers(fleet)).toEqual({ van: 'Ben', bus: 'Cid' })
    expect(fleet.state.getState().beats).toBe(beats)
    expect(fleet.state.getState().counts).toMatchObject({ all: 2, online: 1, offline: 1 })
  })

  it('nothing that comes before the first list is shown', () => {
    const { fleet, push } = setUp()
    push(7, named('van', 'Ann'))
    expect(fleet.state.getState()).toMatchObject({ loaded: false, devices: new Map() })
  })

  it('a new device that went offline is no longer listed', async () => {
    const { fleet, answerList, push } = setUp()
    await answerList(7, named('new', '', { registered: '0' }))
    push(7, named('new', '', { registered: '0', online: '0' }))
    expect(drivers(fleet)).toEqual({})
  })

  it('a list under way does not take back what was pushed after its rows, and does not keep what they made old', async () => {
    const { fleet, answerList, push, sendRows } = setUp()
    push(7, named('early', 'pushed'))
    sendRows([named('early', 'listed'), named('late', 'listed')].join('\n'))
    push(7, named('late', 'pushed'))
    await answerList(7)
    expect(drivers(fleet)).toEqual({ early: 'listed', late: 'pushed' })
  })

  it('a list that overtakes a removal is requested again', async () => {
    const { fleet, codes, answerList, push } = setUp()
    push(6, named('gone', ''))
    await answerList(7, named('van', ''))
    expect(codes().filter((code) => code === 'Q03')).toHaveLength(2)
    await answerList(7, named('van', ''))
    expect(drivers(fleet)).toEqual({ van: '' })
    expect(codes().filter((code) => code === 'Q03')).toHaveLength(2)
  })

  it('after an end or a silence the next poll subscribes again, after a refusal not', async () => {
    const { codes, timers, endFollow, answerList } = setUp()
    const asked = () => codes().filter((code) => code === 'Q14').length
    await answerList(7, row)
    await endFollow({ ok: false, kind: 'timeout', reason: 'silence' })
    expect(asked()).toBe(1)
    timers[0]!.task()
    expect(asked()).toBe(2)
    await endFollow({ ok: false, kind: 'refused', reason: 'unknown message' })
    await answerList(7)
    timers.at(-1)!.task()
    expect(asked()).toBe(2)
  })
})
