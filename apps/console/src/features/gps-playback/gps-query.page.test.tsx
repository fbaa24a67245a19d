// @vitest-environment happy-dom
import { eventDefinitionLinksPath, eventDefinitionsPath, globalDefinitions } from '@fleetglass/contract/event-profiles'
import { eventQueryPath } from '@fleetglass/contract/events'
import { fireEvent, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { remembered } from '../../app/console.fixtures.tsx'
import { storedEvent } from '../../engines/events/events.fixtures.ts'
import { gpsPlaybackAddress } from '../../platform/pages/index.ts'
import {
  asked,
  button,
  dayS,
  drive,
  found,
  isDisabled,
  labelled,
  notices,
  open,
  query,
  setUpGpsPage,
  shown,
  start,
} from './gps-page.fixtures.tsx'
import { packedAnswer, testDay } from './gps-playback.fixtures.ts'

setUpGpsPage()

describe('a query', () => {
  it('[GPSP-15] [GPSP-17] [GPSP-18] [GPSP-22] requests the day in parts with the chosen values; nothing else is requested meanwhile', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await start('/gpsplayback', { track: (of) => held.then(() => packedAnswer(drive, of)) })
    fireEvent.change(labelled('From') as HTMLElement, { target: { value: '480' } })
    fireEvent.change(labelled('To') as HTMLElement, { target: { value: '960' } })
    await query()
    await waitFor(() => expect(isDisabled('Query GPS', 'Export Json', 'Export CSV')).toEqual([true, true, true]))
    answer()
    await found('.speed-chart')
    expect(isDisabled('Query GPS', 'Export Json', 'Export CSV')).toEqual([false, false, false])
    expect(asked()).toEqual([
      {
        username: 'admin',
        password: remembered.Sha256Pass,
        deviceid: 'van',
        packed: true,
        start: dayS + 28_800,
        end: dayS + 50_399,
      },
      {
        username: 'admin',
        password: remembered.Sha256Pass,
        deviceid: 'van',
        packed: true,
        start: dayS + 50_400,
        end: dayS + 57_659,
      },
    ])
    expect(document.querySelector('.gps-title')?.textContent).toBe('van GPS Playback')
  })

  it("[GPSP-07] [GPSP-09] [GPSP-19] [GPSP-65] 24:00 is shown, and queried as 23:59:59 of the browser's day; a start is queried as HH:mm:00", async () => {
    const midnightS = new Date(`${testDay}T00:00:00`).getTime() / 1000
    await start()
    await found('.range-slider output')
    const shownRange = () => document.querySelector('.range-slider output')?.textContent
    expect(shownRange()).toBe('00:00 – 24:00')
    await query()
    await found('.speed-chart')
    const ends = () =>
      (asked() as { readonly start: number; readonly end: number }[]).map(({ start, end }) => [start, end])
    expect([ends()[0]?.[0], ends().at(-1)?.[1]]).toEqual([midnightS, midnightS + 23 * 3600 + 59 * 60 + 59])
    const before = ends().length
    fireEvent.change(labelled('From') as HTMLElement, { target: { value: '485' } })
    expect(shownRange()).toBe('08:05 – 24:00')
    fireEvent.click(await button('Query GPS'))
    await waitFor(() => expect(ends()[before]?.[0]).toBe(midnightS + 8 * 3600 + 5 * 60))
    await waitFor(() => expect(ends().at(-1)?.[1]).toBe(midnightS + 86_399))
    for (const end of ['From', 'To']) expect(labelled<HTMLInputElement>(end)).toMatchObject({ min: '0', max: '1440' })
    fireEvent.change(labelled('To') as HTMLElement, { target: { value: '490' } })
    expect(shownRange()).toBe('08:05 – 08:10')
    fireEvent.click(await button('Query GPS'))
    await waitFor(() => expect(ends().at(-1)?.[1]).toBe(midnightS + 490 * 60 + 59))
  })

  it('[GPSP-60] [GPSP-61] [GPSP-62] [GPSP-70] the words of a refusal, a warning for an empty result, and in both cases the user may query again', async () => {
    let say: () => unknown = () => undefined
    await shown('/gpsplayback', { track: () => say() })
    say = () => ({ hasError: true, message: 'the store is being mended' })
    fireEvent.click(await button('Query GPS'))
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('the store is being mended')]))
    expect(isDisabled('Query GPS', 'Export Json')).toEqual([false, false])
    expect(document.querySelector('.speed-chart')).not.toBeNull()
    say = () => []
    fireEvent.click(await button('Query GPS'))
    await waitFor(() => expect(document.querySelector('.notice-warning')?.textContent).toContain('result: no gps data'))
    await waitFor(() => expect(isDisabled('Query GPS', 'Export Json')).toEqual([false, true]))
    // It stays on the page when the notice is gone.
    expect(document.querySelector('.gps-middle')?.textContent).toContain('result: no gps data')
  })

  it.each([
    [`?device=nosuch&day=${testDay}`, 'There is no device nosuch'],
    ['?device=van&day=2026-99-99', '2026-99-99 is not a day'],
  ])('says that it does not know what the address names: %s', async (search, words) => {
    await start(`/gpsplayback${search}`)
    await waitFor(() => expect(document.querySelector('.gps-middle')?.textContent).toContain(words))
    expect(asked()).toEqual([])
  })

  it('on a phone the page scrolls to the result, which is below the query', async () => {
    const led = vi.spyOn(Element.prototype, 'scrollIntoView')
    await start('/gpsplayback', {}, { mobile: true })
    await query()
    await waitFor(() =>
      expect(led.mock.contexts.map((one) => (one as Element).className)).toContain('gps-middle panel'),
    )
    led.mockRestore()
  })

  it('[D2] [GPSP-59] [GPSP-68] events are requested only when they are chosen, for the same device and range, and named by the profile of the device', async () => {
    const event = storedEvent({ serialno: 4, deviceid: 'van', appdevid: 15 })
    const at = { eventtimeutc: dayS + 29_000, vehiclex: 24.002, vehicley: 120.501, speed: 61 }
    await shown('/gpsplayback', {
      more: {
        [eventQueryPath]: () => [
          { ...event, ...at, late: 1 },
          // Not on earth: reported, and not shown.
          { ...event, ...at, serialno: 5, vehiclex: 120.5, vehicley: 24 },
          { ...event, ...at, serialno: 6, vehiclex: null, vehicley: null },
        ],
        [eventDefinitionsPath]: () => [
          ...globalDefinitions,
          { definename: 'night', eventtype: 15, eventname: 'Too fast' },
        ],
        [eventDefinitionLinksPath]: () => [{ deviceid: 'van', definename: 'night' }],
      },
    })
    expect(open?.called.filter(({ path }) => path === eventQueryPath)).toEqual([])
    fireEvent.click((await found<HTMLInputElement>('.gps-check input')) as HTMLElement)
    fireEvent.click(await button('Query GPS'))
    await waitFor(() => expect(document.querySelector('.gps-events')?.textContent).toContain('Events (1)'))
    expect(open?.called.find(({ path }) => path === eventQueryPath)?.body).toMatchObject({
      deviceid: 'van',
      afterTime: dayS,
      beforeTime: dayS + 86_399,
    })
    fireEvent.click(document.querySelectorAll<HTMLInputElement>('.gps-events input')[1] as HTMLElement)
    expect((await found('.trip-entry')).textContent).toMatch(/Too fast.*Late$/)
  })

  it('comes by itself where the address names a device and a day, at the hour of its moment', async () => {
    await start(gpsPlaybackAddress('van', { day: testDay, atS: dayS + 15 * 3600 + 600 }))
    await found('.speed-chart')
    expect(labelled<HTMLInputElement>('Hour')?.value).toBe('15')
  })
})
