// @vitest-environment happy-dom
import { eventQueryPath } from '@fleetglass/contract/events'
import { RECORDED_MINUTES, recordRangesPath } from '@fleetglass/contract/playback'
import { trackPath } from '@fleetglass/contract/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordHash } from '../../app/console.fixtures.tsx'
import { storedEvent } from '../../engines/events/events.fixtures.ts'
import {
  at,
  button,
  buttonNow,
  channels,
  dayFlags,
  dayS,
  flags,
  multi,
  open,
  playing,
  recordings,
  setUpPlaybackPage,
  start,
  streams,
} from './playback-page.fixtures.tsx'

setUpPlaybackPage()

describe('local playback', () => {
  it('[LOPB-01] [LOPB-02] opens without a device, with the list to choose from, and for a device', async () => {
    await start('/splayback')
    await waitFor(() => expect(document.querySelector('.playback-page .device-sidebar')).not.toBeNull())
    expect(document.querySelector('.picker-panel')).toBeNull()
    open?.close()
    cleanup()
    await start('/splayback/van')
    await waitFor(() => expect(document.querySelector('.picker-panel')).not.toBeNull())
    expect(document.querySelector('.playback-main')?.getAttribute('aria-label')).toBe('van')
  })

  it('[LOPB-04] [LOPB-44] [RIGHT1-04] [RIGHT1-16] without P_lopb it gives way to home, with the hint of the site where there is one', async () => {
    await start('/splayback/van', { access: flags('P_dash'), mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(document.querySelector('.notice')).toBeNull()
    open?.close()
    cleanup()
    await start('/splayback', { access: flags('P_dash'), mobile: true, site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[LOPB-05] [LOPB-06] [LOPB-07] beside the picture one chooses date, hour, minute and second; recorded days are marked', async () => {
    await start('/splayback/van')
    await button('Hour 02')
    const panel = document.querySelector<HTMLElement>('.picker-panel')
    if (panel === null) throw new Error('there is no picker')
    expect(panel.nextElementSibling).toBe(document.querySelector('.playback-main'))
    const marked = [...panel.querySelectorAll('.is-marked button')]
    expect(marked.map((day) => day.textContent)).toEqual(['4'])
    expect(marked[0]?.getAttribute('aria-label')).toContain('has recordings')
    const texts = (grid: string) => [...panel.querySelectorAll(`${grid} button`)].map(({ textContent }) => textContent)
    const count = (to: number) => Array.from({ length: to }, (_, index) => String(index))
    expect(texts('.time-hours')).toEqual(count(24))
    expect(texts('.time-minutes')).toEqual(count(60))
    expect(texts('.time-seconds')).toHaveLength(12)
  })

  it('[LOPB-12] [LOPB-13] [LOPB-15] controls above, the picture below them, and a switcher of devices', async () => {
    await start('/splayback/van')
    fireEvent.click(await button(/Play the latest/))
    const main = await waitFor(() => document.querySelector('.playback-main') ?? Promise.reject(new Error('no main')))
    await waitFor(() => expect(main.querySelector('.tile')).not.toBeNull())
    expect(main.firstElementChild?.querySelector('.play-controls')).not.toBeNull()
    const controls = main.querySelector('.play-controls') as Element
    const picture = main.querySelector('.tile') as Element
    expect(controls.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    fireEvent.click(await button(/^Device: /))
    expect(document.querySelector('.device-choice-list .device-sidebar')).not.toBeNull()
  })

  it('[LOPB-40] an hour only opens its minutes; a minute plays from its second 0, a second seeks to it', async () => {
    await start('/splayback/van')
    fireEvent.click(await button('Hour 02'))
    expect(streams.opened).toHaveLength(0)
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(playing()).toEqual([125 * 60]))
    const [first] = streams.open()
    fireEvent.click(await button('Second 35'))
    await waitFor(() => expect(playing()).toEqual([125 * 60 + 35]))
    expect(streams.open()[0]?.searchParams.get('streamid')).not.toBe(first?.searchParams.get('streamid'))
  })

  it('[LOPB-18] no stream is opened while no time is chosen, whatever else is', async () => {
    await start('/splayback/van')
    await button('Hour 02')
    const play = async () => (await button('Play')) as HTMLButtonElement
    await waitFor(async () => expect((await play()).disabled).toBe(false))
    await multi()
    fireEvent.click(await button(/^(CH ?|Channel )?2$/))
    expect(document.querySelector('.playback-empty')).not.toBeNull()
    expect([streams.opened, document.querySelectorAll('.tile').length]).toEqual([[], 0])
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:06'))
    await waitFor(() => expect(playing().length).toBeGreaterThan(0))
    expect(new Set(playing())).toEqual(new Set([126 * 60]))
  })

  it('[LOPB-21] play sets the speed to 1, whatever it was before', async () => {
    await start('/splayback/van')
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(streams.open()).toHaveLength(1))
    const shown = () => document.querySelector('.play-speed')?.textContent
    for (const speed of ['2×', '4×']) {
      fireEvent.click(await button('Faster'))
      expect(shown()).toBe(speed)
    }
    fireEvent.click(await button('Pause'))
    expect(shown()).toBe('0×')
    fireEvent.click(await button('Play'))
    expect(shown()).toBe('1×')
    expect(streams.open()).toHaveLength(1)
    expect(streams.said().map((text) => (JSON.parse(text) as { value?: number }).value)).toEqual([2, 4, 0, 1])
  })

  it.each([
    [6, [1, 2, 3, 4]],
    [3, [1, 2, 3]],
  ])('[LOPB-25] the multi mode of a device with %d channels plays %j', async (count, expected) => {
    await start('/splayback/van', {}, count)
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(streams.open()).toHaveLength(1))
    await multi()
    const channelsNow = () => streams.open().map(({ searchParams }) => Number(searchParams.get('channel')))
    await waitFor(() => expect(channelsNow().sort()).toEqual(expected))
    expect(document.querySelectorAll('.tile')).toHaveLength(expected.length)
  })

  it('[LOPB-37] a failed query shows an alert with the reason, and is sent again', async () => {
    const { sockets } = await start('/splayback/van')
    await button('Hour 02')
    sockets[0]?.refuse(RECORDED_MINUTES, 'the disk is away')
    fireEvent.click(await button(/Previous day/))
    const alert = await waitFor(
      () => document.querySelector<HTMLElement>('[role="alert"]') ?? Promise.reject(new Error('no alert')),
    )
    expect(alert.className).toContain('alert-danger')
    expect(alert.textContent).toContain('the disk is away')
    expect(within(alert).getByRole('button')).toBeTruthy()
  })

  it('[LOPB-38] a date without recordings shows device and date', async () => {
    await start('/splayback/van?day=2026-01-02', {
      replies: { ...recordings, [RECORDED_MINUTES]: () => dayFlags() },
    })
    expect(await screen.findByText('van has no record on 2026-01-02')).toBeTruthy()
  })

  it('[LOPB-29] [LOPB-43] above 16 channels the buttons come in blocks of 16, one of them open', async () => {
    await start('/splayback/van', { site: { offeredChannels: 40 } }, 40)
    await button('1-16')
    const groups = () => [...document.querySelectorAll('.channel-group')].map(({ textContent }) => textContent)
    const shown = () => [...document.querySelectorAll('.channel-choice .channel-button')].map((one) => one.textContent)
    expect(groups()).toEqual(['1-16', '17-32', '33-48'])
    expect(shown()).toEqual(channels(16).map(({ number }) => String(number)))
    fireEvent.click(await button('33-48'))
    expect(shown()).toEqual(['33', '34', '35', '36', '37', '38', '39', '40'])
    open?.close()
    cleanup()
    await start('/splayback/van', { site: { offeredChannels: 40 } }, 16)
    await waitFor(() => expect(shown()).toHaveLength(16))
    expect(groups()).toEqual([])
  })

  it('[LOPB-16] [LOPB-17] on a phone the picker is a modal, which a minute and a second close, and an hour does not', async () => {
    await start('/splayback/van', { mobile: true })
    const openPicker = async () => fireEvent.click(await button(/2026-01-04/))
    const modal = () => document.querySelector('[role="dialog"]')
    const closed = () => waitFor(() => expect(modal()).toBeNull())
    await waitFor(() => expect(document.querySelector('.picker-open')).not.toBeNull())
    expect(document.querySelector('.time-picker')).toBeNull()
    await openPicker()
    fireEvent.click(await button('Hour 04'))
    expect(modal()).not.toBeNull()
    fireEvent.click(await button('04:30'))
    await closed()
    expect(playing()).toEqual([270 * 60])
    await openPicker()
    fireEvent.click(await button('Second 20'))
    await closed()
    expect(playing()).toEqual([270 * 60 + 20])
  })

  it('leads to GPS playback of the day, and of the moment that is shown', async () => {
    await start('/splayback/van')
    const asked = () => {
      const link = document.querySelector('.playback-head a')
      return new URLSearchParams(link?.getAttribute('href')?.replace('/gpsplayback?', ''))
    }
    await waitFor(() => expect(Object.fromEntries(asked())).toEqual({ device: 'van', day: '2026-01-04' }))
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(Number(asked().get('at')) - dayS).toBe(125 * 60))
  })

  it('[LOPB-14] the map is there when it is wanted, for those who may see where vehicles were', async () => {
    await start('/splayback/van')
    const map = await button('Map')
    expect(document.querySelector('.playback-map')).toBeNull()
    fireEvent.click(map)
    await waitFor(() => expect(document.querySelector('.playback-map')).not.toBeNull())
    open?.close()
    cleanup()
    await start('/splayback/van', { access: flags('P_lopb'), permission: 3 })
    await button('Hour 02')
    expect(buttonNow('Map')).toBeUndefined()
  })

  it('[API1-29] the timeline requests the ranges of the day, and from six hours on for the points, with the credentials', async () => {
    const { called } = await start('/splayback/van')
    await button('Hour 02')
    const asked = (path: string) => called.filter((call) => call.path === path).map(({ body }) => body)
    const credentials = { username: 'admin', password: passwordHash, deviceid: 'van' }
    await waitFor(() => expect(asked(recordRangesPath)).toEqual([{ ...credentials, start: dayS, end: dayS + 86_400 }]))
    expect(asked(trackPath)).toEqual([])
    for (let times = 0; times < 4; times++) fireEvent.click(await button('Zoom in'))
    await waitFor(() => expect(asked(trackPath)).not.toEqual([]))
    const [first] = asked(trackPath) as { start: number; end: number }[]
    expect(first).toMatchObject(credentials)
    expect((first?.end ?? 0) - (first?.start ?? 0)).toBe(3_599)
  })

  it('[D2] [API1-16] events are on the timeline, named and in reach of keys, for users with the right to events', async () => {
    const event = storedEvent({ deviceid: 'van' })
    const http = {
      [recordRangesPath]: () => ({ channels: [] }),
      [eventQueryPath]: () => [
        { ...event, serialno: 1, eventtimeutc: dayS + 7_530, appdevid: 15, eventname: '', memo: '95 km/h', late: 1 },
        { ...event, serialno: 2, eventtimeutc: dayS + 7_560, appdevid: 15, eventname: '', memo: '', cmd: 'cover' },
        {
          ...event,
          serialno: 3,
          eventtimeutc: dayS + 16_210,
          appdevid: 21,
          eventname: 'Emergency button',
          memo: '',
          call: 1,
        },
      ],
    }
    const { called } = await start('/splayback/van', { http })
    const asked = () => called.filter(({ path }) => path === eventQueryPath).map(({ body }) => body)
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    const range = { afterTime: dayS, beforeTime: dayS + 86_399 }
    await waitFor(() =>
      expect(asked()).toEqual([{ username: 'admin', password: passwordHash, deviceid: 'van', ...range }]),
    )
    const slider = () => document.querySelector<HTMLElement>('[role="slider"]') as HTMLElement
    const said = () => [
      slider().getAttribute('aria-valuetext'),
      document.querySelector('.timeline-events')?.textContent ?? null,
    ]
    const overspeed = '02:05:30 Overspeed (95 km/h) · received late'
    // Near enough at this zoom.
    await waitFor(() => expect(said()).toEqual([`Playing at 02:05:00, ${overspeed}`, overspeed]))
    fireEvent.keyDown(slider(), { key: 'n' })
    await waitFor(() => expect(said()[0]).toBe(`Playing at 02:05:30, ${overspeed}`))
    fireEvent.keyDown(slider(), { key: 'n' })
    await waitFor(() =>
      expect(said()).toEqual(['Playing at 04:30:10, 04:30:10 Emergency button', '04:30:10 Emergency button']),
    )
    fireEvent.keyDown(slider(), { key: 'p' })
    await waitFor(() => expect(playing()).toEqual([7_530]))
    act(() => open?.unit.setState('mile', true))
    await waitFor(() => expect(said()[1]).toBe('02:05:30 Overspeed (59 mi/h) · received late'))
    open?.close()
    cleanup()
    const without = await start('/splayback/van', { http, access: flags('P_lopb'), permission: 3 })
    await button('Hour 02')
    await waitFor(() => expect(without.called.some(({ path }) => path === recordRangesPath)).toBe(true))
    expect(without.called.some(({ path }) => path === eventQueryPath)).toBe(false)
  })

  it('shows the time of the picture and of the place that is pointed at, and the view follows the picture', async () => {
    await start('/splayback/van')
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    const slider = await waitFor(
      () => document.querySelector<HTMLElement>('[role="slider"]') ?? Promise.reject(new Error('no timeline')),
    )
    const times = () => [...document.querySelectorAll('.timeline-time')].map(({ textContent }) => textContent)
    await waitFor(() => expect(screen.getByLabelText('Time of the picture').textContent).toMatch(/ 02:05:00$/))
    expect(times()).toEqual(['02:05:00'])
    slider.getBoundingClientRect = () => ({ left: 0, width: 2400 }) as DOMRect
    fireEvent.pointerMove(slider, { clientX: 1200, pointerType: 'mouse' })
    expect(times()).toEqual(['02:05:00', '12:00:00'])
    fireEvent.pointerLeave(slider)
    // Near, the view holds half an hour or so; a jump of two hours leaves it.
    for (let turn = 0; turn < 9; turn += 1) fireEvent.keyDown(slider, { key: '+' })
    const isInView = (second: number) => Number(slider.dataset.from) <= second && second < Number(slider.dataset.to)
    expect([isInView(125 * 60), isInView(270 * 60)]).toEqual([true, false])
    fireEvent.keyDown(slider, { key: 'End' })
    await waitFor(() => expect(isInView(270 * 60)).toBe(true))
    const follow = () => screen.getByRole('button', { name: 'Follow the picture' })
    expect(follow().getAttribute('aria-pressed')).toBe('true')
    for (const _ of [1, 2, 3]) fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect([follow().getAttribute('aria-pressed'), isInView(270 * 60)]).toEqual(['false', false])
    fireEvent.click(follow())
    expect(isInView(270 * 60)).toBe(true)
  })
})
