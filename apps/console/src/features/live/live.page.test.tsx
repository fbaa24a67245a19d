// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { decodeRow, encodeRow, parseFlags } from '@fleetglass/contract/devices'
import { createManualClock } from '@fleetglass/testkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ChannelProvider, createChannel } from '../../engines/channel/index.ts'
import { buildDevice } from '../../engines/fleet/device-build.ts'
import { createFleet, type Device, type Fleet, FleetProvider } from '../../engines/fleet/index.ts'
import { readSiteConfig } from '../../platform/config/index.ts'
import { closeDialog, openedDialog } from '../../platform/pages/index.ts'
import { type Preferences, PreferencesProvider } from '../../platform/preferences/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { gaugePoint, gaugeTicks, gaugeTop } from '../../ui/gauge-dial.ts'
import { recordedRow, silentStreams } from './live.fixtures.ts'
import { LivePage } from './live.page.tsx'

let fleet: Fleet
let giveBack: () => void

function device(deviceId: string, more: Partial<Device> = {}): Device {
  const known: Partial<Device> = {
    deviceId,
    driverName: '',
    memo: '',
    plate: '',
    online: true,
    registered: true,
    recording: false,
    channels: Array.from({ length: 16 }, (_, index) => ({ number: index + 1, name: `Camera ${index + 1}` })),
    position: { timeS: 1, lat: 24, lng: 120, speedKmh: 64.4, headingDeg: 10 },
    icon: 0,
  }
  return { ...known, ...more } as Device
}

function list(...devices: readonly Device[]): void {
  fleet.commit(new Map(devices.map((one) => [one.deviceId, one])))
}

function open(path: string, mobile = false, options: object = {}, access = ''): void {
  const clock = createManualClock()
  const store = memoryStore()
  const channel = createChannel({ clock, openSocket: (url) => new WebSocket(url), log: () => {} })
  const session = {
    userName: 'anna',
    passwordHash: 'A',
    ownHash: 'A',
    token: null,
    rights: { permission: 0, access },
    mapCenter: null,
  }
  const target = { host: 'recorder.test', port: 1, streamPort: null, secure: false }
  channel.state.setState({ kind: 'online', target, credentials: { user: 'anna', passwordHash: 'A' }, session }, true)
  const queries = new QueryClient()
  // The site has no file of streets.
  queries.setQueryData(['basemap'], { kind: 'none' })
  const preferences = {
    clock,
    store,
    site: readSiteConfig(options),
    unit: createStore(() => 'km' as const),
    theme: { state: createStore(() => ({ name: 'default', tone: 'light' })) },
    log: () => {},
    mobile,
  } as unknown as Preferences
  render(
    <QueryClientProvider client={queries}>
      <PreferencesProvider value={preferences}>
        <ChannelProvider channel={channel}>
          <FleetProvider fleet={fleet}>
            <MemoryRouter initialEntries={[path]}>
              <Routes>
                <Route path="/liveview/:deviceid?" element={<LivePage />} />
              </Routes>
            </MemoryRouter>
          </FleetProvider>
        </ChannelProvider>
      </PreferencesProvider>
    </QueryClientProvider>,
  )
}

const offered = () => [...document.querySelectorAll('.channel-toggle .num')].map(({ textContent }) => textContent)
const tiles = () => document.querySelectorAll('.tile')
const toggle = (name: string) => screen.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) })

beforeAll(async () => {
  await startAllTexts()
  // The map beside the pictures is loaded when it is first drawn: another file of this thread may have done that already.
  fleet = createFleet(memoryStore())
  giveBack = silentStreams()
  list(device('A1'))
  open('/liveview/A1')
  await import('../../engines/map/index.ts')
  await waitFor(() => expect(document.querySelector('.vehicle-map .skeleton')).toBeNull())
  cleanup()
  giveBack()
}, 60_000)
beforeEach(() => {
  fleet = createFleet(memoryStore())
  giveBack = silentStreams()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  giveBack()
})

describe('the live view', () => {
  it('calls the driver of the vehicle that is watched, while it is online and the user may talk', () => {
    list(device('A1'), device('B2', { online: false }))
    vi.stubGlobal('isSecureContext', true)
    open('/liveview/A1', false, {}, fullAccess)
    fireEvent.click(screen.getByRole('button', { name: 'Talk' }))
    expect(openedDialog.getState()).toEqual({ name: 'talk', props: { deviceId: 'A1' } })
    closeDialog()
    cleanup()
    open('/liveview/A1', false, {}, withoutFlags(fullAccess, ['F_talk']))
    expect(screen.queryByRole('button', { name: 'Talk' })).toBeNull()
    cleanup()
    open('/liveview/B2', false, {}, fullAccess)
    expect(screen.queryByRole('button', { name: 'Talk' })).toBeNull()
  })

  it('[LIVE-01] shows the devices to choose from', () => {
    list(device('A1'), device('B2', { online: false }))
    open('/liveview')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/liveview/A1',
      '/liveview/B2',
    ])
    expect(tiles()).toHaveLength(0)
  })

  it('[LIVE-02] [LIVE-04] [LIVE-18] [CONST0-23] opens four channels of a device, and a button for each opens or closes its pane', () => {
    list(device('A1'))
    open('/liveview/A1')
    expect(tiles()).toHaveLength(4)
    fireEvent.click(toggle('Camera 2'))
    expect([...tiles()].map((tile) => tile.getAttribute('aria-label'))).toEqual(['Camera 1', 'Camera 3', 'Camera 4'])
    fireEvent.click(toggle('Camera 7'))
    expect(tiles()).toHaveLength(4)
    expect(toggle('Camera 7').getAttribute('aria-pressed')).toBe('true')
  })

  it('[CONST0-24] [LIVE-05] [LIVE-14] offers the first 8 channels, which can all be open at the same time', () => {
    list(device('A1'))
    open('/liveview/A1')
    expect(offered()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    for (const channel of [5, 6, 7, 8]) fireEvent.click(toggle(`Camera ${channel}`))
    expect([...tiles()].map((tile) => tile.getAttribute('data-channel'))).toEqual(offered())
  })

  it('[LIVE-48] offers the channels of the mask only, in the order of the device', () => {
    const row = decodeRow(encodeRow({ ...recordedRow, deviceId: 'A1', enabledChannels: parseFlags('101101111111') }))
    if (!row.ok) throw new Error(row.reason)
    const extra = { icon: 0, chsort: [], chnames: [], plate: '', talkch: 0, extid: '' }
    list(buildDevice(row.value, { ...extra, chsort: [12, 11, 10, 9, 8] }))
    open('/liveview/A1')
    expect(offered()).toEqual(['12', '11', '10', '9', '8', '1', '3', '4'])
    cleanup()
    list(buildDevice(row.value, extra))
    open('/liveview/A1')
    expect(offered()).toEqual(['1', '3', '4', '6', '7', '8', '9', '10'])
  })

  it('[LIVE-17] [CONST0-22] starts with one channel on a phone', () => {
    list(device('A1'))
    open('/liveview/A1', true)
    expect(tiles()).toHaveLength(1)
  })

  it('[C14] [RIGHT-117] calls devices as all lists do: in the order of ids, by their names, with id or plate after them', () => {
    list(device('A1', { online: false }), device('B2', { plate: 'KAA-1', memo: 'Bus' }), device('C3', { memo: 'Ace' }))
    const texts = (part: string) => [...document.querySelectorAll(part)].map((one) => one.textContent)
    open('/liveview/B2')
    expect(texts('.device-entry-name')).toEqual(['Bus', 'Ace', 'A1'])
    expect(texts('.device-entry-more')).toEqual(['B2', 'C3'])
    expect(texts('h1')).toEqual(['Bus · B2'])
    cleanup()
    open('/liveview/B2', false, { plateAsLabel: true })
    expect(texts('.device-entry-name')).toEqual(['Bus', 'Ace', 'A1'])
    expect(texts('.device-entry-more')).toEqual(['KAA-1', 'C3'])
    expect(texts('h1')).toEqual(['Bus · KAA-1'])
  })

  it('[LIVE-08] has the devices beside the picture, and the list follows the filter', () => {
    list(device('A1'), device('B2'))
    open('/liveview/A1')
    fireEvent.change(screen.getByLabelText('Find a device'), { target: { value: 'b2' } })
    expect(document.querySelectorAll('.device-entry')).toHaveLength(1)
    expect(tiles()).toHaveLength(4)
  })

  it('[LIVE-09] [LIVE-10] [LIVE-11] shows the speed on a gauge from 0 to 220 with a tick every 20', () => {
    list(device('A1'))
    open('/liveview/A1')
    expect(screen.getByRole('img', { name: 'Speed 64 km/h' })).toBeTruthy()
    expect(gaugeTop).toBe(220)
    expect(gaugeTicks).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220])
    const ticks = [...document.querySelectorAll('.gauge-tick')]
    const at = (speed: number) => [43, 38].flatMap((radius) => Object.values(gaugePoint(speed, radius)).map(String))
    const placed = ticks.map((tick) => ['x1', 'y1', 'x2', 'y2'].map((name) => tick.getAttribute(name)))
    expect(placed).toEqual(gaugeTicks.map(at))
    const numbers = [...document.querySelectorAll('.gauge-number')].map(({ textContent }) => textContent)
    expect([numbers[0], numbers.at(-1)]).toEqual(['0', '220'])
  })

  it('[LIVE-12] [LIVE-13] shows that the device is unknown or offline', () => {
    list(device('A1', { online: false }))
    open('/liveview/A1')
    expect(screen.getByRole('alert').textContent).toContain('Unknow device or device offline')
    cleanup()
    open('/liveview/nobody')
    expect(screen.getByRole('alert').textContent).toContain('Unknow device or device offline')
  })

  it('[LIVE-51] waits for the first list before it shows that a device is unknown', () => {
    open('/liveview/A1')
    expect(screen.queryByText(/Unknow/)).toBeNull()
    expect(screen.getByRole('status')).toBeTruthy()
  })
})
