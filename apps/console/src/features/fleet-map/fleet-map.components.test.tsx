// @vitest-environment happy-dom
import { fullAccess } from '@fleetglass/contract/access'
import { mileagePath, mileageRequestSchema } from '@fleetglass/contract/tracks'
import { createManualClock } from '@fleetglass/testkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { Addresses, createAddressBook } from '../../engines/addresses/index.ts'
import { ChannelProvider, createChannel } from '../../engines/channel/index.ts'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import { createFleet, type Device, FleetProvider } from '../../engines/fleet/index.ts'
import { readSiteConfig } from '../../platform/config/index.ts'
import { closeDialog, openedDialog } from '../../platform/pages/index.ts'
import { type Preferences, PreferencesProvider } from '../../platform/preferences/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import type { LengthUnit } from '../../platform/units/index.ts'
import { gaugeTicks, gaugeTop } from '../../ui/gauge-dial.ts'
import { DeviceCard } from './components/device-card.tsx'
import { DeviceEntry } from './components/device-entry.tsx'
import { FloatingPanel } from './components/floating-panel.tsx'
import { type CaptionKind, dayRange } from './fleet-map.rules.ts'
import { type Asked, answerCalls } from './test/answers.ts'

beforeAll(() => startAllTexts())
// A server that says nothing, where a test does not say otherwise.
beforeEach(() => answerCalls(() => new Promise(() => {})))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const nowMs = new Date(2026, 10, 21, 13, 45).getTime()
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

function open(of: readonly Device[], content: ReactNode, unit: LengthUnit = 'km', options: object = {}): void {
  const clock = createManualClock(nowMs)
  const fleet = createFleet(memoryStore())
  fleet.commit(new Map(of.map((one) => [one.deviceId, one])))
  const channel = createChannel({ clock, openSocket: () => ({}) as never, log: () => {} })
  const session = {
    userName: 'anna',
    passwordHash: 'A',
    ownHash: 'A',
    token: null,
    rights: { permission: 0, access: fullAccess },
    mapCenter: null,
  }
  const target = { host: 'recorder.test', port: 1, streamPort: null, secure: false }
  channel.state.setState({ kind: 'online', target, credentials: { user: 'anna', passwordHash: 'A' }, session }, true)
  const site = readSiteConfig(options)
  const preferences = { clock, site, unit: createStore(() => unit), mobile: false } as unknown as Preferences
  render(
    <PreferencesProvider value={preferences}>
      <ChannelProvider channel={channel}>
        <FleetProvider fleet={fleet}>
          <QueryClientProvider client={queries()}>
            <MemoryRouter>{content}</MemoryRouter>
          </QueryClientProvider>
        </FleetProvider>
      </ChannelProvider>
    </PreferencesProvider>,
  )
}

describe('the popup of a vehicle', () => {
  const summaryLabels = [
    'Distance',
    'Overspeed count',
    'Parking count',
    'Parking time',
    'Driving time',
    'Driver operating time',
  ]
  const emptySummary = Object.fromEntries(summaryLabels.map((label) => [label, '']))

  function rows(one: Device, unit?: LengthUnit): Record<string, string> {
    open([one], <DeviceCard deviceId={one.deviceId} onClose={() => {}} />, unit)
    return shown()
  }
  function shown(): Record<string, string> {
    const cells = (tag: string) => [...document.querySelectorAll(`.device-card ${tag}`)].map((cell) => cell.textContent)
    const values = cells('dd')
    return Object.fromEntries(cells('dt').map((label, index) => [label, values[index] ?? '']))
  }

  it('leads to GPS playback of the vehicle', () => {
    rows(device({ deviceId: 'van 2', online: false }))
    expect(screen.getByRole('link', { name: 'GPS playback' }).getAttribute('href')).toBe('/gpsplayback?device=van+2')
  })

  it('[TALK-05] [TALK-07] opens a talk while the vehicle is online, where the browser has a microphone', () => {
    const talk = () => screen.queryByRole('button', { name: 'Talk' })
    vi.stubGlobal('isSecureContext', true)
    rows(device({ deviceId: 'van', online: false }))
    expect(talk()).toBeNull()
    cleanup()
    rows(device({ deviceId: 'van' }))
    fireEvent.click(talk()!)
    expect(openedDialog.getState()).toEqual({ name: 'talk', props: { deviceId: 'van' } })
    closeDialog()
    cleanup()
    vi.stubGlobal('isSecureContext', false)
    rows(device({ deviceId: 'van' }))
    expect(talk()).toBeNull()
  })

  const position = fix({ timeS: 1_760_000_000, speedKmh: 63.6 })
  const names = { memo: 'Cold chain', extId: 'X9', plate: 'KAA-1', driverName: 'Mei', driverLicence: 'L-5' }
  const known = { deviceId: 'van', ...names, satellites: 11, position }
  const itself = { Device: 'Cold chain · van', 'External ID': 'X9', 'Licence plate': 'KAA-1' }
  const driver = { Driver: 'Mei', 'Driver licence': 'L-5' }
  const state = { Status: 'Online', Satellites: '11', Time: localTimeText(1_760_000_000), Speed: '64 km/h' }
  it.each([
    ['[MAP-14] [MAP-15] [MAP-16] has a row for the device, its external id and its plate', itself],
    ['[MAP-17] [MAP-18] has a row for the driver and the licence', driver],
    ['[MAP-20] [MAP-21] [MAP-22] [MAP-23] has a row for state, satellites, time and speed', state],
  ])('%s', (_, wanted) => {
    expect(rows(device(known))).toMatchObject(wanted)
  })

  it('has these rows and those of the day, and no other', () => {
    expect(rows(device(known))).toEqual({ ...itself, ...driver, ...state, ...emptySummary })
  })

  it('[MAP-15] [MAP-16] [MAP-17] [MAP-18] leaves out the rows of what is empty', () => {
    const shown = rows(device({ deviceId: 'van', online: false, position: null }))
    expect(Object.keys(shown)).toEqual(['Device', 'Status', 'Satellites', 'Time', 'Speed', ...summaryLabels])
  })

  it('[MAP-19] [MAP-20] leaves out an empty memo, and shows Offline', () => {
    const shown = rows(device({ deviceId: 'van', online: false, position: null }))
    expect(shown).toMatchObject({ Device: 'van', Status: 'Offline' })
  })

  const trip = {
    distance: 12.34567,
    oscount: 2,
    parkcount: 3,
    parktime: 3_725,
    totalDrivingtime: 90_061,
    driverDrivingtime: 59.6,
  }
  const summary = {
    deviceid: 'van',
    vehicleid: '',
    extid: '',
    plate: '',
    drivername: '',
    driverlicense: '',
    status: 1,
    satellites: null,
    status_time: null,
    gps_info: null,
    ...trip,
  }
  it('[MAP-11] [MAP-12] requests the summary of the device from the start to the end of the day', async () => {
    const asked: Asked[] = []
    answerCalls((one) => {
      asked.push(one)
      return summary
    })
    rows(device({ deviceId: 'bus' }))
    await waitFor(() => expect(shown().Distance).toBe('12.346 km'))
    expect(asked.map(({ path }) => path)).toEqual([mileagePath])
    const { firstS, lastS } = dayRange(nowMs)
    expect(mileageRequestSchema.parse(asked[0]?.body)).toEqual({
      deviceid: 'bus',
      afterTime: firstS,
      beforeTime: lastS,
    })
  })

  it('[MAP-24] [MAP-25] [MAP-26] [CONST0-11] shows distance, overspeeds and parkings of the day', async () => {
    answerCalls(() => summary)
    rows(device({ deviceId: 'bus' }))
    await waitFor(() => expect(shown().Distance).toBe('12.346 km'))
    expect(shown()).toMatchObject({ 'Overspeed count': '2', 'Parking count': '3' })
  })

  it('[MAP-27] [MAP-28] [MAP-29] [MAP-30] shows the times of parking, driving and the driver as HH:mm:ss', async () => {
    answerCalls(() => summary)
    rows(device({ deviceId: 'van' }))
    await waitFor(() => expect(shown()['Parking time']).toBe('01:02:05'))
    expect(shown()['Driving time']).toBe('25:01:01')
    expect(shown()['Driver operating time']).toBe('00:01:00')
  })

  it('[MAP-31] hours of a duration go on beyond 23, and the time is that of the position', async () => {
    answerCalls(() => summary)
    rows(device(known))
    await waitFor(() => expect(shown()['Driving time']).toBe('25:01:01'))
    expect(shown().Time).toBe(localTimeText(1_760_000_000))
  })

  it('[MAP-31] the time is that of the GPS point', () => {
    const at = new Date(2026, 10, 21, 7, 8, 9).getTime() / 1000
    expect(rows(device({ deviceId: 'van', position: fix({ timeS: at }) })).Time).toBe('2026-11-21 07:08:09')
  })

  it('[MAP-24] the distance is in the unit in use, with three decimals', async () => {
    answerCalls(() => summary)
    rows(device({ deviceId: 'van' }), 'mile')
    await waitFor(() => expect(shown().Distance).toBe('7.672 mi'))
  })

  it('[MAP-13] the rows of the summary stay empty when it fails', async () => {
    const failed = new Promise<void>((resolve) => {
      answerCalls(() => {
        resolve()
        return { hasError: true, message: 'no' }
      })
    })
    rows(device({ deviceId: 'van' }))
    await act(() => failed)
    expect(shown()).toMatchObject(emptySummary)
  })
})

describe('an entry of the list', () => {
  function entry(one: Device, caption: CaptionKind = 'device', options: object = {}): string[] {
    const opened: string[] = []
    const content = <DeviceEntry device={one} caption={caption} focused={false} onOpen={(id) => opened.push(id)} />
    open([one], content, 'km', options)
    return opened
  }

  it('[MAP-34] [MAP-35] is titled with the chosen caption', () => {
    const van = device({ deviceId: 'van', driverName: 'Mei', memo: 'Cold chain' })
    for (const [caption, title] of [
      ['device', 'van'],
      ['driver', 'Mei'],
      ['memo', 'Cold chain'],
    ] as const) {
      entry(van, caption)
      expect(document.querySelector('.map-entry strong')?.textContent).toBe(title)
      cleanup()
    }
  })

  it('[MAP-33] [MAP-36] [MAP-37] shows the icon turned by the heading, six decimals of the place, and the speed', () => {
    entry(device({ position: fix({ lat: 24.0786, lng: 120.5285, speedKmh: 42, headingDeg: 90 }) }))
    expect(screen.getByText('24.078600, 120.528500')).toBeTruthy()
    expect(document.querySelector('.map-entry')?.textContent).toContain('42 km/h')
    expect(document.querySelector('.state-badge')?.innerHTML).toMatch(/rotate\(90/)
  })

  it('[MAP-39] [LIVE-20] opens the live view popup while the vehicle is not offline', () => {
    const button = () => screen.queryByRole('button', { name: 'Liveview van' })
    entry(device({ deviceId: 'van' }))
    fireEvent.click(button()!)
    expect(openedDialog.getState()).toEqual({ name: 'livePopup', props: { deviceId: 'van' } })
    closeDialog()
    cleanup()
    entry(device({ deviceId: 'van', online: false }))
    expect(button()).toBeNull()
  })

  it('[MAP-39] leads to the live view where the site has no popup', () => {
    entry(device({ deviceId: 'van' }), 'device', { disableLivePopup: true })
    const link = screen.getByRole('link', { name: 'Liveview van' })
    expect(link.getAttribute('href')).toBe('/liveview/van')
  })

  it('[MAP-38] has a line for the address when one was looked up, and none otherwise', async () => {
    const entryOf = (deviceId: string) => {
      const one = device({ deviceId, position: fix() })
      return <DeviceEntry key={deviceId} device={one} caption="device" focused={false} onOpen={() => {}} />
    }
    const book = createAddressBook({ clock: createManualClock(), lookUp: async () => 'Zhongshan Road 100' })
    open(
      [],
      <Addresses value={book}>
        {entryOf('van')}
        {entryOf('bus')}
      </Addresses>,
    )
    const lines = () => [...document.querySelectorAll('.map-entry-address')].map((line) => line.textContent)
    expect(lines()).toEqual([])
    await act(async () => book.want([{ deviceId: 'van', place: { lat: 24, lng: 120 } }]))
    expect(lines()).toEqual(['Zhongshan Road 100'])
  })

  it('[MAP-10] a click opens the vehicle', () => {
    const opened = entry(device({ deviceId: 'van' }))
    fireEvent.click(screen.getByRole('button', { pressed: false }))
    expect(opened).toEqual(['van'])
  })
})

describe('the floating live view', () => {
  const van = device({ deviceId: 'van', position: fix({ speedKmh: 63.6 }), channels: [{ number: 2, name: 'Rear' }] })

  it('[MAP-41] [MAP-42] [MAP-43] shows the vehicle in focus live and how fast it is, until its button closes it', async () => {
    let closed = 0
    open([van], <FloatingPanel deviceId="van" onClose={() => closed++} />)
    expect((await screen.findByRole('region', { name: 'Rear' })).dataset.channel).toBe('2')
    expect(screen.getByRole('img', { name: 'Speed 64 km/h' }).getAttribute('data-speed')).toBe('64')
    fireEvent.click(screen.getByRole('button', { name: 'Close the live view' }))
    expect(closed).toBe(1)
  })

  it('[MAP-45] [MAP-46] its gauge runs from 0 to 220 with ticks every 20', async () => {
    open([van], <FloatingPanel deviceId="van" onClose={() => {}} />)
    await screen.findByRole('img', { name: 'Speed 64 km/h' })
    expect(document.querySelectorAll('.floating-live .gauge-tick')).toHaveLength(12)
    expect([gaugeTicks[0], gaugeTicks[1], gaugeTicks.at(-1), gaugeTop]).toEqual([0, 20, 220, 220])
  })

  it('[MAP-44] is absent where the site has none, and for a vehicle that is offline', async () => {
    open([van], <FloatingPanel deviceId="van" onClose={() => {}} />, 'km', { floatPanel: false })
    expect(document.querySelector('.floating-live')).toBeNull()
    cleanup()
    open([{ ...van, online: false }], <FloatingPanel deviceId="van" onClose={() => {}} />)
    expect(document.querySelector('.floating-live')).toBeNull()
  })
})
