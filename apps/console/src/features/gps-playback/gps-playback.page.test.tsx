// @vitest-environment happy-dom
import { type AccessFlag, accessFlags, fullAccess } from '@fleetglass/contract/access'
import { evidencePath } from '@fleetglass/contract/evidence'
import { geocodeStatusPath, reversePath } from '@fleetglass/contract/geocode'
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asked,
  button,
  buttonNow,
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
  streams,
} from './gps-page.fixtures.tsx'
import { momentMs, packedAnswer, testDay } from './gps-playback.fixtures.ts'

setUpGpsPage()

const flags = (...granted: AccessFlag[]) => accessFlags.map((flag) => (granted.includes(flag) ? '1' : '0')).join('')

describe('the page', () => {
  it('[GPSP-01] [GPSP-04] [SHELL-035] /gpsplayback has three columns: query, middle and map', async () => {
    await start()
    const page = await found('.gps-page')
    expect([...page.children].map(({ classList }) => classList[0])).toEqual(['gps-query', 'gps-middle', 'gps-map'])
  })

  it('[GPSP-05] [GPSP-06] [GPSP-08] [GPSP-11] the query has a day up to today, a range, and a box for events', async () => {
    await start()
    const page = await found('.gps-page')
    const day = (name: string) => page.querySelector<HTMLButtonElement>(`[data-day="${name}"] button`)
    expect([day('2026-01-05')?.disabled, day('2026-01-06')?.disabled]).toEqual([false, true])
    const ends = ['From', 'To'].map((label) => labelled<HTMLInputElement>(label))
    expect(ends.map((end) => end && [end.min, end.max, end.step, end.value])).toEqual([
      ['0', '1440', '5', '0'],
      ['0', '1440', '5', '1440'],
    ])
    expect(document.querySelector('.range-slider output')?.textContent).toBe('00:00 – 24:00')
    expect(document.querySelector<HTMLInputElement>('.gps-check input')?.checked).toBe(false)
  })

  it('[GPSP-05] the day that is picked is the one that is marked and queried', async () => {
    const picked = () =>
      [...document.querySelectorAll('.gps-query [data-day][aria-selected="true"]')].map((day) =>
        day.getAttribute('data-day'),
      )
    await start()
    await found('.gps-page')
    expect(picked()).toEqual(['2026-01-05'])
    await query()
    expect(picked()).toEqual([testDay])
    await found('.speed-chart')
    expect([asked()[0], asked().at(-1)]).toMatchObject([{ start: dayS }, { end: dayS + 86_399 }])
  })

  it('[GPSP-10] [GPSP-13] [GPSP-14] a device is chosen by id, memo or driver, and then queried; files need a result', async () => {
    await start()
    await found('.gps-page')
    expect(isDisabled('Query GPS', 'Export Json', 'Export CSV')).toEqual([true, true, true])
    fireEvent.click(await button(/^Device: /))
    const entries = [...document.querySelectorAll('.device-select-entry')].map(({ textContent }) => textContent)
    expect(entries).toEqual(['van - Cold chain - Mei', 'bus'])
    fireEvent.change(await found('.device-select input'), { target: { value: 'cold' } })
    await waitFor(() => expect(document.querySelectorAll('.device-select-entry')).toHaveLength(1))
    fireEvent.click(await button('van - Cold chain - Mei'))
    expect(isDisabled('Query GPS', 'Export Json', 'Export CSV')).toEqual([false, true, true])
  })

  it('saves what was recorded in the chosen hour as evidence, of all channels of the device', async () => {
    await shown(undefined, { more: { [evidencePath]: () => ({}) } })
    fireEvent.click(await button('Save as evidence'))
    const dialog = await found('[role="dialog"]')
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'file 7' } })
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    const sent = await waitFor(() => {
      const call = open?.called.find(({ path }) => path === evidencePath)
      if (call === undefined) throw new Error('nothing was sent')
      return call.body as { start: number; end: number }
    })
    expect(sent).toMatchObject({ deviceid: 'van', channels: [1, 2, 3, 4], reason: 'file 7' })
    const hourS = sent.start - (sent.start % 3600)
    expect([sent.end > sent.start, sent.end <= hourS + 3600]).toEqual([true, true])
  })

  it('[GPSP-02] [GPSP-03] without P_gppb it gives way to home, with the hint of the site where there is one', async () => {
    for (const [site, hint] of [
      [{}, []],
      [{ noRightHint: 'Ask the dispatcher' }, ['Ask the dispatcher']],
    ] as const) {
      await start('/gpsplayback', {}, { access: flags('P_dash', 'F_gps'), mobile: true, site })
      await waitFor(() => expect(window.location.pathname).toBe('/blockview'))
      await waitFor(() => expect(notices()).toEqual(hint))
      open?.close()
      cleanup()
    }
  })

  it('[GPSP-12] [GPSP-30] [GPSP-35] events need F_event; Full View and the list are for permission 0 only', async () => {
    await shown('/gpsplayback', {}, { permission: 1, access: flags('P_dash', 'P_gppb', 'F_gps') })
    expect(document.querySelector('.gps-check')).toBeNull()
    expect([buttonNow('Full View'), document.querySelector('.gps-tools')]).toEqual([undefined, null])
    open?.close()
    cleanup()
    await shown('/gpsplayback', {}, { permission: 0, access: fullAccess })
    expect(document.querySelector('.gps-check')).not.toBeNull()
    expect(buttonNow('Full View')).toBeDefined()
    expect([...document.querySelectorAll('.gps-tools label')].map(({ textContent }) => textContent)).toEqual([
      'Chart',
      'List',
    ])
  })
})

describe('what came', () => {
  it('[GPSP-23] [GPSP-24] [GPSP-25] [GPSP-29] hours with data, a bar for each point with its speed and time, and the recording of a bar', async () => {
    const chart = await shown()
    const hour = labelled<HTMLInputElement>('Hour') as HTMLInputElement
    expect([hour.min, hour.max, hour.value]).toEqual(['0', '23', '8'])
    expect(chart.dataset.points).toBe('4')
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(document.querySelector('.speed-tip')?.textContent).toBe('61 km/h at 08:00:30')
    fireEvent.pointerMove(chart, { clientX: 0 })
    expect(document.querySelector('.speed-tip')?.textContent).toBe('30 km/h at 08:00:00')
    fireEvent.change(hour, { target: { value: '12' } })
    expect(hour.value).toBe('15')
    expect((await found('.speed-chart')).dataset.points).toBe('1')
    fireEvent.click(await found('.speed-chart'))
    expect((await found('#gps-playback-title')).textContent).toBe('Playback of Cold chain · van, 2026-01-04 15:10:00')
  })

  it('[GPSP-31] [GPSP-32] [GPSP-33] Full View shows the hours of the day, green where there is data and red elsewhere', async () => {
    await shown()
    fireEvent.click(await button('Full View'))
    await found('.overview')
    const rows = [...document.querySelectorAll<HTMLButtonElement>('.overview-row')]
    expect(rows).toHaveLength(24)
    expect(rows.map((row) => row.querySelectorAll('.heard').length)).toEqual(
      Array.from({ length: 24 }, (_, hour) => ({ 8: 3, 15: 1 })[hour] ?? 0),
    )
    expect(rows.every((row) => row.querySelector('.overview-bar .unheard') !== null)).toBe(true)
    fireEvent.click(rows[15] as HTMLElement)
    expect(labelled<HTMLInputElement>('Hour')?.value).toBe('15')
  })

  it('[GPSP-36] [GPSP-37] [GPSP-40] [GPSP-71] the list has six columns, and the recording of a row', async () => {
    await shown()
    fireEvent.click(document.querySelectorAll<HTMLInputElement>('.gps-tools input')[1] as HTMLElement)
    await found('.point-row [role="cell"]')
    const heads = [...document.querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent)
    expect(heads).toEqual(['#', 'Time', 'Lat', 'Lng', 'Speed', 'Direction'])
    const rows = [...document.querySelectorAll('.point-scroll .point-row')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    )
    expect(rows).toHaveLength(drive.length)
    expect(rows[0]).toEqual(['1', '08:00:00', '24.000000', '120.500000', '30 km/h', '45°'])
    fireEvent.click(await button('08:00:30'))
    expect((await found('#gps-playback-title')).textContent).toBe('Playback of Cold chain · van, 2026-01-04 08:00:30')
  })

  it('[GPSP-37] [GPSP-38] [GPSP-39] rows in sight request their address; a failure is shown in its place', async () => {
    const long = Array.from({ length: 500 }, (_, index) => ({
      at: new Date(momentMs('08:00:00') + index * 1000).toTimeString().slice(0, 8),
      lat: 24 + index / 1000,
    }))
    const places: number[] = []
    await shown('/gpsplayback', {
      track: (of) => packedAnswer(long, of),
      more: {
        [geocodeStatusPath]: () => ({ enable: true, geocoder: true, credit: '' }),
        [reversePath]: (body) => {
          const { lat } = body as { lat: number }
          places.push(lat)
          return lat === 24 ? { display_name: 'First Street 1' } : { hasError: true, message: 'nothing is there' }
        },
      },
    })
    fireEvent.click(document.querySelectorAll<HTMLInputElement>('.gps-tools input')[1] as HTMLElement)
    await waitFor(() => expect(document.querySelector('.point-list')?.textContent).toContain('First Street 1'))
    await waitFor(() => expect(document.querySelector('.point-failed')?.textContent).toBe('nothing is there'))
    expect(document.querySelector('.point-head')?.lastChild?.textContent).toBe('Address')
    expect(places.length).toBeGreaterThan(5)
    expect(Math.max(...places)).toBeLessThan(24.1)
  })

  it('drives and stops of the day are listed, and a click plays one', async () => {
    await shown()
    const entries = [...document.querySelectorAll('.trip-entry')].map(({ textContent }) => textContent)
    expect(entries).toEqual([
      expect.stringMatching(/^08:00 – 08:02Drive00:02:00.* at most 61 km\/h$/),
      expect.stringMatching(/^08:02 – 08:04Stop00:02:00$/),
    ])
    fireEvent.click(document.querySelectorAll('.trip-entry')[1] as HTMLElement)
    expect((await found('.replay-time')).textContent).toBe('08:02:00')
    expect(buttonNow('Pause the track')).toBeDefined()
    act(() => open?.clock.advance(2_000))
    expect((await found('.replay-time')).textContent).toMatch(/^08:02:0[12]$/)
  })

  it('[CONST0-07] [CONST1-12] in miles each speed and distance of the page is converted by 0.62137', async () => {
    // 86.1 km/h are 53.502 miles an hour by the factor of the dashboard.
    const fast = drive.map((point) => ({ ...point, kmh: 86.1 }))
    await shown('/gpsplayback', { track: (of) => packedAnswer(fast, of) })
    act(() => open?.unit.setState('mile', true))
    const chart = await found('.speed-chart')
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(document.querySelector('.speed-tip')?.textContent).toContain('53 mi/h')
    expect(document.querySelector('.replay-vehicles')?.textContent).toContain('53 mi/h')
    expect(document.querySelector('.trip-entry')?.textContent).toContain('at most 53 mi/h')
    fireEvent.click(document.querySelectorAll<HTMLInputElement>('.gps-tools input')[1] as HTMLElement)
    expect((await found('.point-row [role="cell"]')).parentElement?.textContent).toContain('53 mi/h')
  })

  it('several vehicles of the same day are played together, up to four', async () => {
    await shown('/gpsplayback', {
      track: (of) => packedAnswer(of.deviceid === 'bus' ? [{ at: '08:01:00', kmh: 77 }] : drive, of),
    })
    fireEvent.click(await button(/^Add a vehicle/))
    fireEvent.click(await button('bus'))
    await waitFor(() => expect(document.querySelectorAll('.replay-vehicle')).toHaveLength(2))
    await waitFor(() => expect(document.querySelector('.replay-vehicles')?.textContent).toContain('bus77 km/h'))
    fireEvent.click(await button('Remove bus'))
    await waitFor(() => expect(document.querySelectorAll('.replay-vehicle')).toHaveLength(1))
  })
})

describe('the Playback modal', () => {
  const openModal = async () => {
    const chart = await shown('/gpsplayback', {
      more: {
        [geocodeStatusPath]: () => ({ enable: true, geocoder: true, credit: '' }),
        [reversePath]: () => ({ display_name: 'First Street 1' }),
      },
    })
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    fireEvent.keyDown(chart, { key: 'Enter' })
    await found('.gps-playback .tile')
  }

  it('[GPSP-66] plays the recordings of the chosen time', async () => {
    await openModal()
    const times = () =>
      streams
        .open()
        .map(({ searchParams }) => ['type', 'ch', 'channel', 'spbtime'].map((name) => searchParams.get(name)))
    expect(times().map(([type, , , at]) => [type, Number(at)])).toEqual([['lopb', dayS + 28_800]])
  })

  it('[GPSP-42] [GPSP-43] [GPSP-44] [GPSP-45] shows a map, a speed gauge, the address and the coordinates', async () => {
    await openModal()
    expect(document.querySelector('.gps-playback .map-panel canvas')?.getAttribute('data-place')).toBe('24,120.5')
    expect(document.querySelector('.gps-playback .gauge')?.getAttribute('data-speed')).toBe('30')
    expect(document.querySelector('.gps-badge-place')?.textContent).toBe('24.000000,120.500000')
    await waitFor(() => expect(document.querySelector('.gps-badge-address')?.textContent).toBe('First Street 1'))
  })

  it('[GPSP-41] has a pane for each chosen channel, in layouts of 1, 2, 4 and 8', async () => {
    await openModal()
    const layouts = () => [...document.querySelectorAll<HTMLInputElement>('[name="gps-layout"]')]
    expect(layouts().map((one) => one.getAttribute('aria-label'))).toEqual(
      [1, 2, 4, 8].map((count) => `Up to ${count} channels`),
    )
    fireEvent.click(layouts()[2] as HTMLElement)
    await waitFor(() => expect(document.querySelectorAll('.gps-playback .tile')).toHaveLength(4))
    fireEvent.click(await button('Channel 3'))
    await waitFor(() => expect(document.querySelectorAll('.gps-playback .tile')).toHaveLength(3))
  })

  it('[GPSP-66] shows a message where nothing was recorded at that time', async () => {
    await shown()
    fireEvent.change(labelled('Hour') as HTMLElement, { target: { value: '15' } })
    fireEvent.click(await found('.speed-chart'))
    await waitFor(() =>
      expect(document.querySelector('.recording-missing')?.textContent).toBe('van has no record on 2026-01-04'),
    )
    expect(streams.opened).toEqual([])
  })
})

it('[GPSP-13] [GPSP-16] [GPSP-20] [GPSP-69] files have the name of device and day; while one is made its progress stands there, and nothing else begins', async () => {
  const saved: string[] = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    saved.push(this.download)
  }
  try {
    const { clock } = await shown('/gpsplayback', {
      more: {
        [geocodeStatusPath]: () => ({ enable: true, geocoder: true, credit: '' }),
        [reversePath]: () => ({ display_name: 'First Street 1' }),
      },
    }).then(() => open as NonNullable<typeof open>)
    fireEvent.click(await button('Export CSV'))
    await waitFor(() => expect(document.querySelector('.gps-work')?.textContent).toContain('1 of 5 addresses'))
    expect(isDisabled('Query GPS', 'Export Json', 'Export CSV', 'Save as GPX')).toEqual([true, true, true, true])
    await waitFor(() => {
      act(() => clock.advance(10))
      expect(saved).toEqual(['van_20260104_gps.csv'])
    })
    await waitFor(() => expect(isDisabled('Query GPS', 'Export Json')).toEqual([false, false]))
    fireEvent.click(await button('Export Json'))
    await waitFor(() => {
      act(() => clock.advance(10))
      expect(saved).toEqual(['van_20260104_gps.csv', 'van_20260104_gps.json'])
    })
    await waitFor(() => expect(isDisabled('Query GPS')).toEqual([false]))
    expect(buttonNow('Save as GeoJSON')?.getAttribute('href')).toContain(
      `deviceid=van&start=${dayS}&end=${dayS + 86_399}&format=geojson`,
    )
  } finally {
    HTMLAnchorElement.prototype.click = click
  }
})
