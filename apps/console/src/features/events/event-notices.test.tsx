// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

const event = { cmd: 'new', time: 1_767_614_400, deviceid: 'van', eventid: 15, eventname: '', memo: '', call: 0 }
const call = { ...event, eventid: 21, call: 1 }

/** A browser's audio that counts what is played; suspended until the user makes a gesture. */
class CountingAudio {
  static played = 0
  static opened = 0
  static allowed = true
  readonly destination = {}
  currentTime = 0
  readonly state = CountingAudio.allowed ? 'running' : 'suspended'
  constructor() {
    CountingAudio.opened += 1
  }
  resume = () => (CountingAudio.allowed ? Promise.resolve() : Promise.reject(new Error('a gesture is needed')))
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
    connect() {},
  })
  createOscillator = () => ({
    frequency: { value: 0 },
    connect() {},
    start: () => {
      CountingAudio.played += 1
    },
    stop() {},
  })
}

let site: Awaited<ReturnType<typeof openConsole>>
let store = memoryStore(remembered)
const open = async (options: { mobile?: boolean } = {}) => {
  site = await openConsole({ path: '/dashboard', store, ...options })
  return site
}
/** With the shell on screen, which shows the notices. */
const openShell = async () => {
  const opened = await open()
  await screen.findByRole('button', { name: 'Account of admin' })
  return opened
}
const pass = (ms: number) => act(() => site.clock.advance(ms))
const notices = () => screen.queryAllByRole('listitem').filter((item) => item.className.startsWith('notice'))
const notice = (text: string) => notices().find((item) => item.textContent?.includes(text))
const ringsIn = (ms: number) => {
  const before = CountingAudio.played
  pass(ms)
  return CountingAudio.played - before
}

beforeEach(async () => {
  await startAllTexts()
  store = memoryStore(remembered)
  Object.assign(CountingAudio, { played: 0, opened: 0, allowed: true })
  vi.stubGlobal('AudioContext', CountingAudio)
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  site.close()
  cleanup()
  vi.unstubAllGlobals()
})

describe('the event socket', () => {
  it('[EVTS-01] [EVTS-03] [EVTS-05] is opened after the login and begins with user and hash', async () => {
    const { eventSockets } = await open()
    expect(eventSockets.map(({ url }) => url)).toEqual(['ws://fleet.test:24680/event'])
    expect(eventSockets[0]?.heard.map((text) => JSON.parse(text))).toEqual([{ user: 'admin', password: passwordHash }])
  })

  it('[EVTS-02] is not opened on a phone', async () => {
    const { eventSockets, channel } = await open({ mobile: true })
    expect(channel.state.getState().kind).toBe('online')
    expect(eventSockets).toEqual([])
  })

  it('[EVTS-04] is opened again 1 s after it closed', async () => {
    const { eventSockets } = await open()
    eventSockets[0]?.end(1006)
    pass(999)
    expect(eventSockets).toHaveLength(1)
    pass(1)
    expect(eventSockets).toHaveLength(2)
  })

  it('[EVTS-06] is not opened again after 4401', async () => {
    const { eventSockets } = await open()
    eventSockets[0]?.end(4401)
    pass(60_000)
    expect(eventSockets).toHaveLength(1)
  })

  it('[EVTS-06] is closed by the logout and not opened again; a late close changes nothing', async () => {
    const { eventSockets, login } = await open()
    act(() => login.logout())
    expect(eventSockets[0]?.closed).toBe(true)
    eventSockets[0]?.end(1006)
    pass(60_000)
    expect(eventSockets).toHaveLength(1)
  })

  it('[EVTS-06] a wait that runs when the user logs out comes to nothing', async () => {
    const { eventSockets, login } = await open()
    eventSockets[0]?.end(1006)
    act(() => login.logout())
    pass(60_000)
    expect(eventSockets).toHaveLength(1)
  })

  it('[EVTS-06] nothing is opened while no user is logged in', async () => {
    store = memoryStore()
    const { eventSockets } = await open()
    pass(60_000)
    expect(eventSockets).toEqual([])
  })

  it('[ERR0-03] [ERR0-05] a fault of it is only logged, without credentials', async () => {
    const { eventSockets, logged } = await open()
    eventSockets[0]?.tell('{ nonsense')
    eventSockets[0]?.tell({ cmd: 'new' })
    eventSockets[0]?.end(1006)
    expect(notices()).toEqual([])
    expect(logged.filter((line) => line.includes('event socket'))).toHaveLength(3)
    expect(logged.join()).not.toContain(passwordHash)
    expect(logged.join()).not.toContain('nonsense')
  })
})

describe('notices of events', () => {
  it('[EVTS-08] [EVTS-22] [EVTS-23] a new event is a warning with time, device, memo and the name of its code', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell({ ...event, memo: '97 km/h' })
    const shown = notice('Overspeed')
    expect(shown?.className).toContain('notice-warning')
    expect(shown?.textContent).toMatch(/Overspeed2026-01-0\d \d\d:\d0:00 · van · 97 km\/h/)
  })

  it('[CONST1-15] [EVTS-09] the warning of a new event lasts 15 s', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(event)
    pass(14_999)
    expect(notice('Overspeed')).toBeDefined()
    pass(1)
    expect(notice('Overspeed')).toBeUndefined()
  })

  it('[C5] a click on a notice leads to the vehicle, and to the recording of one that is being recorded', async () => {
    const { eventSockets, list } = await openShell()
    list(device({ deviceId: 'van', recording: false }), device({ deviceId: 'bus', recording: true }))
    eventSockets[0]?.tell(event)
    expect(screen.queryByRole('button', { name: 'Recording' })).toBeNull()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Overspeed/ })))
    expect([window.location.pathname, notices().length]).toEqual(['/liveview/van', 0])
    eventSockets[0]?.tell({ ...event, deviceid: 'bus' })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Recording' })))
    expect(window.location.pathname + window.location.search).toBe(`/splayback/bus?at=${event.time}`)
  })

  it('a click on Recording shows the moment also where the recordings of the vehicle are shown already', async () => {
    const { eventSockets, list } = await openShell()
    list(device({ deviceId: 'bus', recording: true }))
    const playFrom = async (time: number): Promise<Element> => {
      eventSockets[0]?.tell({ ...event, deviceid: 'bus', time })
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Recording' })))
      expect(window.location.search).toBe(`?at=${time}`)
      return await waitFor(() => document.querySelector('.playback-page') ?? Promise.reject(new Error('no page')))
    }
    const first = await playFrom(event.time)
    await playFrom(event.time + 600)
    await waitFor(() => expect(first.isConnected).toBe(false))
  })

  it('[C14] a notice names the vehicle before its number', async () => {
    const { eventSockets, list } = await openShell()
    list(device({ deviceId: 'van', memo: 'Cold chain' }))
    eventSockets[0]?.tell(event)
    expect(notice('Overspeed')?.textContent).toContain('Cold chain · van')
  })

  it('[EVTS-22] [EVTS-69] the name in the event is shown, and a number without a label as Event and the number', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell({ ...event, eventname: 'Too fast' })
    eventSockets[0]?.tell({ ...event, eventid: 14 })
    expect(notice('Too fast')).toBeDefined()
    expect(notice('Event 14')).toBeDefined()
  })

  it('[PROF-13] a notice has the name, the text and the colour that the profile of the device gives the event', async () => {
    const { eventSockets } = await openShell()
    const look = { eventname: 'Too fast', notifytext: 'Slow down', notifycolor: '#C00000' }
    eventSockets[0]?.tell({ ...event, memo: '97 km/h', ...look })
    const shown = notice('Too fast')
    expect(shown?.querySelector('.notice-message')?.textContent).toMatch(/^Slow down · 2026.* · van · 97 km\/h$/)
    expect(shown?.style.getPropertyValue('--fill')).toBe('#C00000')
    expect(shown?.dataset.ink).toBe('light')
    eventSockets[0]?.tell({ ...event, ...look, eventname: 'Bright', notifycolor: '#ffee00' })
    expect(notice('Bright')?.dataset.ink).toBe('dark')
    eventSockets[0]?.tell({ ...event, eventname: 'Plain', notifycolor: 'url(//x)' })
    expect([notice('Plain')?.dataset.ink, notice('Plain')?.style.length]).toEqual([undefined, 0])
  })

  it('[D2] [EVTS-08] an event that was received late is marked, with its own time', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell({ ...event, memo: '97 km/h', late: 1 })
    await waitFor(() => expect(notice('Overspeed')?.textContent).toContain('97 km/h · received late'))
    eventSockets[0]?.tell({ ...event, eventid: 18 })
    await waitFor(() => expect(notice('G-Sensor')).toBeDefined())
    expect(notice('G-Sensor')?.textContent).not.toContain('late')
  })

  it('shows the speeds of the server in the unit of the screen', async () => {
    const { eventSockets, unit } = await open()
    act(() => unit.setState('mile', true))
    eventSockets[0]?.tell({ ...event, memo: '97 km/h, limit 80 km/h' })
    await waitFor(() => expect(notice('Overspeed')?.textContent).toContain('60 mi/h, limit 50 mi/h'))
    expect(notice('Overspeed')?.textContent).not.toContain('km/h')
  })

  it('[EVTS-10] [EVTS-11] [EVTS-22] a cover is a success notice of 5 s with Recover Success', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell({ ...event, cmd: 'cover' })
    expect(notice('Recover Success')?.className).toContain('notice-success')
    pass(4_999)
    expect(notice('Recover Success')).toBeDefined()
    pass(1)
    expect(notice('Recover Success')).toBeUndefined()
  })

  it('[EVTS-12] [EVTS-13] [EVTS-14] [EVTS-21] a call is shown beside its event until it is closed, and rings as long', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(call)
    expect(notice('van is calling')?.className).toContain('notice-info')
    expect(notice('Event 21')?.className).toContain('notice-warning')
    expect(CountingAudio.played).toBeGreaterThan(0)
    pass(3_600_000)
    expect(notice('Event 21')).toBeUndefined()
    expect(notice('van is calling')).toBeDefined()
    expect(ringsIn(30_000)).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(notice('van is calling')).toBeUndefined()
    expect(ringsIn(30_000)).toBe(0)
  })

  it('[PLAN-57] [PLAN-58] a call of a plan rings for the seconds of the plan, and its notice stays', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell({ ...call, calltime: 12 })
    expect(ringsIn(11_000)).toBeGreaterThan(0)
    pass(2_000)
    expect(ringsIn(30_000)).toBe(0)
    expect(notice('van is calling')).toBeDefined()
  })

  it('[EVTS-13] a call stays when the vehicle takes it back, when the link is lost, and for more than a day', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(call)
    eventSockets[0]?.tell({ ...call, cmd: 'cover', call: 0 })
    expect(notice('van is calling')).toBeDefined()
    eventSockets[0]?.end(1006)
    pass(25 * 3_600_000)
    expect(notices().map((one) => one.getAttribute('aria-label'))).toEqual(['van is calling'])
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(notices()).toEqual([])
  })

  it('[EVTS-21] one ring plays however many call, until the last was closed', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(call)
    const ofOne = ringsIn(30_000)
    for (const deviceid of ['bus', 'tram', 'van']) eventSockets[0]?.tell({ ...call, deviceid })
    pass(20_000)
    expect(notices()).toHaveLength(3)
    expect(ringsIn(30_000)).toBe(ofOne)
    expect(CountingAudio.opened).toBe(1)
    for (const close of screen.getAllByRole('button', { name: 'Close' }).slice(1)) fireEvent.click(close)
    expect(ringsIn(30_000)).toBe(ofOne)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(ringsIn(30_000)).toBe(0)
  })

  it('[EVTS-14] a browser that forbids sound, or has none, shows the call all the same', async () => {
    CountingAudio.allowed = false
    const { eventSockets, logged } = await openShell()
    eventSockets[0]?.tell(call)
    await act(async () => {})
    expect(notice('van is calling')).toBeDefined()
    expect(CountingAudio.played).toBe(0)
    expect(logged).toContain('the ring is not heard: the browser allows no sound yet')
  })

  it('[EVTS-16] on http a call offers no talk: it leads to the vehicle and is closed', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(call)
    const buttons = [...(notice('van is calling')?.querySelectorAll('button') ?? [])]
    expect(buttons.map((button) => button.className)).toEqual(['notice-words notice-open', 'icon-button'])
    expect(buttons.at(-1)?.getAttribute('aria-label')).toBe('Close')
  })

  it('[EVTS-19] [EVTS-20] [ENT-101] switched off, nothing is shown and nothing rings, the socket stays, and it is remembered', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(call)
    fireEvent.click(screen.getByRole('button', { name: 'Account of admin' }))
    const entry = screen.getByRole('menuitemcheckbox', { name: 'Event notifications' })
    expect(entry.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(entry)
    expect(notice('van is calling')).toBeUndefined()
    eventSockets[0]?.tell(event)
    eventSockets[0]?.tell(call)
    expect(notice('Overspeed')).toBeUndefined()
    expect(notice('van is calling')).toBeUndefined()
    expect(ringsIn(30_000)).toBe(0)
    expect([eventSockets.length, eventSockets[0]?.closed]).toEqual([1, false])
    expect(store.get('eventNotify')).toBe('false')
  })

  it('[CONST1-16] [ENT-101] [ENT-102] is on when nothing is stored, and off for the browser that stored it', async () => {
    const { eventSockets } = await openShell()
    eventSockets[0]?.tell(event)
    expect(notice('Overspeed')).toBeDefined()
    pass(15_000)
    site.close()
    cleanup()
    store = memoryStore({ ...remembered, eventNotify: 'false' })
    const other = await openShell()
    other.eventSockets[0]?.tell(event)
    expect(notice('Overspeed')).toBeUndefined()
  })
})
