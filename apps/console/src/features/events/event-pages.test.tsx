// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { eventCountPath, eventQueryPath, eventSetPath, type StoredEvent } from '@fleetglass/contract/events'
import { evidencePath } from '@fleetglass/contract/evidence'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { storedEvent } from '../../engines/events/events.fixtures.ts'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { dayOf, dayStartS } from '../../shared/calendar/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { filtersOf, noCriteria } from './event-criteria.tsx'
import { countsByHour, EVENT_POLL_MS, withEvents } from './today-events.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await Promise.all([import('./today-events.page.tsx'), import('./event-query.page.tsx')])
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

let stored: readonly StoredEvent[] = []
const brake = (over: Partial<StoredEvent> = {}): StoredEvent =>
  storedEvent({ appdevid: 1819, eventname: 'Harsh braking', deviceid: 'van', ...over })

async function page(path: string, http: Record<string, (body: never) => unknown> = {}, access = fullAccess) {
  open = await openConsole({
    path,
    access,
    store: memoryStore(remembered),
    http: {
      [eventQueryPath]: () => stored,
      [eventCountPath]: () => ({ count: stored.length }),
      ...http,
    } as never,
  })
  open.list(device({ deviceId: 'van', driverName: 'Lin', memo: 'Blue van' }))
  return open
}
const asked = (path = eventQueryPath) =>
  (open?.called ?? []).filter((call) => call.path === path).map(({ body }) => body as Record<string, unknown>)
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const grid = () => screen.findByRole('grid', { name: 'Events' })

describe('events today', () => {
  it('[EVT-01] [EVT-02] [EVT-09] [EVT-19] loads all events from the start of today into a table', async () => {
    stored = [brake({ memo: 'hard', speed: 61, vehiclex: 24.1, vehicley: 120.2 })]
    await page('/todayevents')
    const heads = within(await grid()).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...['#', 'Device ID', 'Driver', 'Device Memo', 'Event', 'Event Time', 'Update Time', 'Speed', 'Location'],
      ...['Footage', 'Snapshot', 'Check Status', 'Memo'],
    ])
    const row = screen.getByText('Harsh braking').closest('tr')
    for (const text of ['van', 'Lin', 'Blue van', '24.10000, 120.20000', 'hard'])
      expect(row?.textContent).toContain(text)
    expect(asked()[0]).toMatchObject({ afterTime: dayStartS(dayOf(open?.clock.nowMs() ?? 0)) })
    expect(asked()[0]).not.toHaveProperty('afterUpdatetime')
  })

  it('[EVT-10] [EVT-11] [EVT-12] [EVT-13] polls each 10 s for later updates, appends new events and replaces known ones', async () => {
    stored = [brake({ serialno: 1, updatetime: 100.5 })]
    await page('/todayevents')
    await grid()
    stored = [
      brake({ serialno: 2, updatetime: 101.25, eventname: 'Sharp turn' }),
      brake({ serialno: 1, updatetime: 101.5, eventname: 'Renamed' }),
    ]
    expect(EVENT_POLL_MS).toBe(10_000)
    await act(async () => open?.clock.advance(EVENT_POLL_MS))
    await screen.findByText('Sharp turn')
    expect(asked()[1]).toMatchObject({ afterUpdatetime: 100.5 })
    expect(screen.queryByText('Harsh braking')).toBeNull()
    expect(screen.getByText('Renamed')).toBeTruthy()
    await act(async () => open?.clock.advance(EVENT_POLL_MS))
    await waitFor(() => expect(asked()[2]).toMatchObject({ afterUpdatetime: 101.5 }))
  })

  it('lists the latest event first, also when an older one was changed after it', async () => {
    stored = [
      brake({ serialno: 2, updatetime: 100, eventname: 'Later' }),
      brake({ serialno: 1, updatetime: 105, eventname: 'Changed since' }),
    ]
    await page('/todayevents')
    const rows = within(await grid()).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('Later')
    expect(rows[2]?.textContent).toContain('Changed since')
  })

  it('[EVT-14] the counts of the hours follow what is polled', () => {
    const atHour = (hour: number, serialno: number) =>
      brake({ serialno, eventtimeutc: new Date(2026, 8, 14, hour, 30).getTime() / 1000 })
    const empty = { events: new Map(), lastUpdate: undefined, isCut: false }
    const first = withEvents(empty, [atHour(8, 1), atHour(8, 2)])
    expect(countsByHour(first.events.values())[8]).toBe(2)
    const second = withEvents(first, [atHour(9, 3), atHour(9, 2)])
    expect([...second.events.keys()]).toEqual([1, 2, 3])
    expect(countsByHour(second.events.values()).slice(8, 10)).toEqual([1, 2])
  })

  it('[EVT-06] [EVT-15] an hour with its count filters the list', async () => {
    const nine = new Date(2026, 8, 14, 9, 5).getTime() / 1000
    stored = [
      brake({ serialno: 1, eventtimeutc: nine }),
      brake({ serialno: 2, eventtimeutc: nine + 7200, eventname: 'Later' }),
    ]
    await page('/todayevents')
    await grid()
    await press('09:00, 1 events')
    expect(screen.queryByText('Later')).toBeNull()
    expect(screen.getByText('Harsh braking')).toBeTruthy()
    await press('All hours')
    expect(screen.getByText('Later')).toBeTruthy()
  })

  it('[EVT-03] [EVT-04] [EVT-05] has pages of a chosen size, at first of 100 events', async () => {
    stored = Array.from({ length: 130 }, (_, n) => brake({ serialno: n + 1, eventname: `event ${n + 1}` }))
    await page('/todayevents')
    const table = await grid()
    const sizes = screen.getByLabelText<HTMLSelectElement>('Rows per page')
    expect([...sizes.options].map(({ text }) => text).join()).toBe('10,20,50,100,200,500,1000,2000,5000,10000')
    expect(sizes.value).toBe('100')
    expect(table.getAttribute('aria-rowcount')).toBe('101')
    await press('Next page')
    expect((await grid()).getAttribute('aria-rowcount')).toBe('31')
    await act(async () => fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '200' } }))
    expect((await grid()).getAttribute('aria-rowcount')).toBe('131')
  })

  it('[EVT-07] [EVT-15] [EVT-21] album mode shows cards with the picture of the event', async () => {
    stored = [brake({ snap: 0b100 })]
    await page('/todayevents')
    await grid()
    await press('Album')
    const picture = screen.getByRole<HTMLImageElement>('img', { name: 'Snapshot of channel 3' })
    expect(picture.getAttribute('src')).toMatch(
      /^\/pic\.cgi\?type=event&t=1790000000&deviceid=van&ch=3&user=admin&password=/,
    )
  })

  it('[EVT-07] the album of thousands of events draws only the cards in sight', async () => {
    stored = Array.from({ length: 10_000 }, (_, n) => brake({ serialno: n + 1 }))
    await page('/todayevents', {
      [eventQueryPath]: ({ offset = 0 }: { offset?: number }) => (offset === 0 ? stored.slice(0, 4_999) : []),
    })
    await grid()
    await act(async () => fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '10000' } }))
    await press('Album')
    const cards = screen.getAllByRole('button', { name: /^Check status/ })
    expect(cards.length).toBeGreaterThan(2)
    // Without layout a card that was measured has no height: more of them are in sight than in a browser.
    expect(cards.length).toBeLessThan(200)
    const serials = cards.map((card) => Number(/\d+/.exec(card.getAttribute('aria-label') ?? '')?.[0]))
    // The latest first, and none left out.
    expect(serials).toEqual(serials.map((_, at) => 4_999 - at))
  })

  it('[EVT-20] [EVT-21] [EVT-22] a row has a link for each channel that is there, how fetching stands, and playback from 15 s before', async () => {
    stored = [
      brake({
        download: 0b101,
        snap: 1,
        media: [
          { channel: 2, kind: 'footage', state: 'fetching', percent: 40 },
          { channel: 4, kind: 'footage', state: 'failed', percent: 0, reason: 'unknown-device' },
        ],
      }),
    ]
    await page('/todayevents')
    await grid()
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /Footage of channel/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(['CH1', 'CH3'])
    expect(links[1]?.getAttribute('href')).toMatch(
      /^\/gkevent\/footage\/van_1790000000_ch3\.mp4\?u=admin&p=\w+&s=1&c=3$/,
    )
    expect(screen.getByText('CH2: fetching 40 %')).toBeTruthy()
    expect(screen.getByText(/^CH4: failed: .+/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Play the recording of van/ }).getAttribute('href')).toBe(
      `/splayback/van?at=${1_790_000_000 - 15}`,
    )
  })

  it('a row has the files that the device brought with its alarm: pictures beside snapshots, the others beside footage', async () => {
    stored = [
      brake({
        files: [
          { serialno: 8, filename: 'a b.jpg', filesize: 3_000, fileext: 'jpg' },
          { serialno: 9, filename: 'a.mp4', filesize: 5_000, fileext: 'mp4' },
        ],
      }),
    ]
    await page('/todayevents')
    await grid()
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Download a/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(['mp4', 'jpg'])
    expect(links[1]?.getAttribute('href')).toMatch(/^\/gkdevice\/aufile\/a%20b\.jpg\?u=admin&p=\w+&s=8$/)
    expect(links[1]?.getAttribute('download')).toBe('a b.jpg')
  })

  it('saves what was recorded around an event as evidence: the channels that were fetched for it, up to now', async () => {
    const atS = 1_700_000_000
    stored = [brake({ eventtimeutc: atS, download: 0b101 })]
    await page('/todayevents', { [evidencePath]: () => ({}) })
    await grid()
    await press('Save as evidence')
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as evidence' }))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'file 7' } })
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save as evidence' })))
    expect(asked(evidencePath)).toEqual([
      expect.objectContaining({ deviceid: 'van', channels: [1, 3], start: atS - 15, end: atS + 60, reason: 'file 7' }),
    ])
  })

  it('saves no part of what is still to come, and offers it only to who may', async () => {
    await page('/todayevents')
    const nowS = Math.floor((open?.clock.nowMs() ?? 0) / 1000)
    open?.close()
    cleanup()
    stored = [brake({ eventtimeutc: nowS - 20, download: 1 })]
    await page('/todayevents', { [evidencePath]: () => ({}) })
    await grid()
    await press('Save as evidence')
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as evidence' }))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'file 7' } })
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save as evidence' })))
    expect(asked(evidencePath)).toEqual([expect.objectContaining({ start: nowS - 35, end: nowS })])
    open?.close()
    cleanup()
    await page('/todayevents', {}, withoutFlags(fullAccess, ['P_lopb', 'P_gppb']))
    await grid()
    expect(screen.queryByRole('button', { name: 'Save as evidence' })).toBeNull()
  })

  it('[EVT-32] [EVT-36] a click saves the check status at once, and the row shows what was answered', async () => {
    stored = [brake()]
    await page('/todayevents', {
      [eventSetPath]: () => ({ serialno: 1, checkstatus: 1, updatetime: 1_790_003_600.5 }),
    })
    await grid()
    const before = screen.getByText('Harsh braking').closest('tr')?.children[6]?.textContent
    await press('Check status of event 1')
    expect(asked(eventSetPath)).toMatchObject([{ serialno: 1, checkstatus: 1 }])
    await waitFor(() => expect(screen.getByRole('button', { name: /Check status/, pressed: true })).toBeTruthy())
    expect(screen.getByText('Harsh braking').closest('tr')?.children[6]?.textContent).not.toBe(before)
  })

  it('[EVT-33] [EVT-34] a memo is saved only when its text changed, and the row shows the answered memo and update time', async () => {
    stored = [brake({ memo: 'as it was' })]
    await page('/todayevents', {
      [eventSetPath]: () => ({ serialno: 1, memo: 'driver called (ann)', updatetime: 1_790_003_600.5 }),
    })
    await grid()
    await press(/Memo of event 1/)
    const box = screen.getByRole('textbox', { name: 'Memo of event 1' })
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
    expect(asked(eventSetPath)).toEqual([])
    await press(/Memo of event 1/)
    const again = screen.getByRole('textbox', { name: 'Memo of event 1' })
    fireEvent.change(again, { target: { value: 'driver called' } })
    await act(async () => fireEvent.keyDown(again, { key: 'Enter' }))
    expect(asked(eventSetPath)).toMatchObject([{ serialno: 1, memo: 'driver called' }])
    const shown = await screen.findByText('driver called (ann)')
    expect(shown.closest('tr')?.children[6]?.textContent).toBe(localTimeText(1_790_003_600))
  })

  it('[EVT-24] [EVT-25] hovering a footage link shows when its clip starts and ends, and nothing when that cannot be loaded', async () => {
    stored = [brake({ download: 1 })]
    await page('/todayevents')
    await grid()
    const real = globalThis.fetch
    const answers = [Response.json({ start: 1_789_999_985, end: 1_790_000_015 }), new Response('', { status: 404 })]
    const asked: string[] = []
    globalThis.fetch = (address) => {
      asked.push(String(address))
      return Promise.resolve(answers.shift() as Response)
    }
    try {
      const link = screen.getByRole('link', { name: 'Footage of channel 1' })
      await act(async () => fireEvent.pointerEnter(link))
      expect(new URL(asked[0] ?? '', 'http://localhost').searchParams.get('c')).toBe('1')
      const range = `${localTimeText(1_789_999_985)} – ${localTimeText(1_790_000_015)}`
      expect((await screen.findByRole('tooltip')).textContent).toBe(range)
      await act(async () => fireEvent.pointerLeave(link))
      expect(screen.queryByRole('tooltip')).toBeNull()
      await act(async () => fireEvent.pointerEnter(link))
      expect(document.querySelector('video')).not.toBeNull()
      expect(screen.queryByRole('tooltip')).toBeNull()
      expect(document.querySelector('.notice')).toBeNull()
    } finally {
      globalThis.fetch = real
    }
  })

  it('[EVT-08] offers the export of the listed events', async () => {
    stored = [brake()]
    await page('/todayevents')
    await grid()
    await press('Export')
    expect(await screen.findByRole('dialog', { name: 'Data Export' })).toBeTruthy()
  })

  it('the review shows one event at a time, and keys move on, check and count what is left', async () => {
    stored = [brake({ serialno: 1 }), brake({ serialno: 2, download: 1 })]
    await page('/todayevents', {
      [eventSetPath]: ({ serialno }: { serialno: number }) => ({ serialno, checkstatus: 1, updatetime: 1_790_000_009 }),
    })
    await grid()
    await press('Review')
    expect(screen.getByText('2 left to check')).toBeTruthy()
    expect(document.querySelector('video')?.getAttribute('src')).toContain('van_1790000000_ch1.mp4')
    await act(async () => fireEvent.keyDown(document.body, { key: 'c' }))
    await screen.findByText('1 left to check')
    expect(asked(eventSetPath)).toMatchObject([{ serialno: 2, checkstatus: 1 }])
    expect(screen.getByText('No clip was fetched for this event')).toBeTruthy()
    await act(async () => fireEvent.keyDown(document.body, { key: 'p' }))
    expect(document.querySelector('video')).not.toBeNull()
    await act(async () => fireEvent.keyDown(document.body, { key: 'm' }))
    expect(screen.getByRole('textbox', { name: 'Memo of event 2' })).toBeTruthy()
  })

  it('the review leaves out the ends of events, and says when a clip is on its way', async () => {
    const media = [{ channel: 1, kind: 'footage' as const, state: 'fetching' as const, percent: 40 }]
    stored = [brake({ serialno: 1, media }), brake({ serialno: 2, cmd: 'cover' })]
    await page('/todayevents')
    await grid()
    expect(screen.getByText('Harsh braking (end)')).toBeTruthy()
    await press('Review')
    expect(screen.getByText('1 left to check')).toBeTruthy()
    expect(screen.getByText('The clip is on its way from the device')).toBeTruthy()
  })
})

describe('the event query', () => {
  const tab = (name: string) => screen.getByRole('tab', { name })

  it('[EVT-16] [EVT-17] [EVT-18] a successful search switches from the criteria to the result, which the server pages', async () => {
    stored = [brake()]
    await page('/queryeventex')
    await screen.findByRole('tab', { name: 'Select search criteria', selected: true })
    await press('Query')
    expect(tab('Search result form').getAttribute('aria-selected')).toBe('true')
    await screen.findByText('Harsh braking')
    expect(asked()[0]).toMatchObject({ order: 'time', desc: true, offset: 0, limit: 100 })
  })

  it('[EVT-18] sends the criteria that were chosen, and no others', () => {
    expect(filtersOf(noCriteria)).toEqual({})
    const all = { ...noCriteria, deviceId: 'van', codes: [15, 1819], hasSnapshot: true }
    expect(filtersOf({ ...all, day: '2026-09-14' })).toEqual({
      deviceid: 'van',
      appdevids: [15, 1819],
      date: '2026-09-14',
      timeZone: -new Date(2026, 8, 14, 12).getTimezoneOffset() / 60,
      hasSnapshot: true,
    })
    const range = { period: 'range' as const, from: '2026-09-14T08:00', to: '2026-09-14T09:00' }
    expect(filtersOf({ ...noCriteria, ...range, groupId: '7' })).toEqual({
      groupid: '7',
      afterTime: new Date(2026, 8, 14, 8).getTime() / 1000,
      beforeTime: new Date(2026, 8, 14, 9).getTime() / 1000 + 59,
    })
  })

  it('[ERR0-07] [ERR0-08] a search that fails shows the error, and leaves the result in its place', async () => {
    stored = [brake()]
    let refuses = false
    await page('/queryeventex', {
      [eventCountPath]: () => (refuses ? { hasError: true, message: 'the store is closed' } : { count: 1 }),
    })
    await screen.findByRole('tab', { name: 'Select search criteria' })
    await press('Query')
    await screen.findByText('Harsh braking')
    refuses = true
    await act(async () => fireEvent.click(tab('Select search criteria')))
    await press('Query')
    await waitFor(() => expect(document.body.textContent).toContain('the store is closed'))
    expect(tab('Select search criteria').getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('Harsh braking')).toBeTruthy()
  })

  it.each(['/todayevents', '/queryeventex'])('[RIGHT2-34] %s needs F_event', async (path) => {
    open = await openConsole({ path, access: withoutFlags(fullAccess, ['F_event']), store: memoryStore(remembered) })
    await waitFor(() => expect(window.location.pathname).not.toBe(path))
  })
})
