// @vitest-environment happy-dom
import { type DeviceRow, decodeRow, deviceSchema, encodeRow, toDevice } from '@fleetglass/contract/devices'
import { geocodeStatusPath, reversePath } from '@fleetglass/contract/geocode'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { builtPages } from '../../app/pages.ts'
import { buildDevice } from '../../engines/fleet/device-build.ts'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { closeDialog, openDialog } from '../../platform/pages/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { livePopup } from '../../shared/dialogs/index.ts'
import { recordedRow, silentStreams } from './live.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Options = Partial<Parameters<typeof openConsole>[0]>

let open: Console
let giveBack: () => void

const cameras = (count: number) => Array.from({ length: count }, (_, at) => ({ number: at + 1, name: `Cam ${at + 1}` }))
/** Each test has a device of its own: what was open in a modal is kept for the page. */
const van = (deviceId: string, change: Partial<Device> = {}) => device({ deviceId, channels: cameras(64), ...change })

async function start(path: string, options: Options = {}): Promise<Console> {
  open = await openConsole({ path, store: memoryStore(remembered), site: { offeredChannels: 64 }, ...options })
  return open
}

/** The modal of a device, before the dashboard. */
async function popup(one: Device, options: Options = {}): Promise<HTMLElement> {
  await start('/blockview', options)
  open.list(one)
  act(() => openDialog(livePopup, { deviceId: one.deviceId }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('group', { name: 'Channels' })
  return dialog
}

const tiles = (within: ParentNode = document) =>
  [...within.querySelectorAll('.tile')].map((tile) => Number(tile.getAttribute('data-channel')))
const toggle = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) }))

beforeAll(async () => {
  await startAllTexts()
  // The dashboard is loaded when it is first opened: on a busy machine that takes longer than a test waits for it.
  await Promise.all(builtPages.map(({ load }) => load()))
}, 60_000)
beforeEach(() => {
  giveBack = silentStreams()
})
afterEach(() => {
  act(() => closeDialog())
  open.close()
  cleanup()
  giveBack()
  vi.restoreAllMocks()
})

describe('the live view popup', () => {
  it('[LIVE-19] [LIVE-24] [LIVE-25] [LIVE-27] is opened from an entry of the dashboard, with map, speed and place', async () => {
    await start('/blockview')
    await screen.findByRole('heading', { name: 'Dashboard' })
    open.list(van('dash', { position: fix({ speedKmh: 53 }) }))
    const entry = await screen.findByRole('button', { name: /^dash/ })
    await act(async () => fireEvent.click(entry))
    const dialog = await screen.findByRole('dialog', { name: 'Live view of dash' })
    expect(await within(dialog).findByRole('img', { name: 'Map around dash' })).toBeTruthy()
    expect(within(dialog).getByRole('img', { name: 'Speed 53 km/h' })).toBeTruthy()
    expect(within(dialog).getByLabelText('Coordinates').textContent).toBe('24.078600,120.528500')
    expect(tiles(dialog)).toEqual([1, 2, 3, 4])
  })

  it('[LIVE-26] has the address where the site looks them up, and no badge where it does not', async () => {
    const http = {
      [geocodeStatusPath]: () => ({ enable: true }),
      [reversePath]: () => ({ display_name: 'Zhongshan Road 100' }),
    }
    const dialog = await popup(van('known'), { http })
    expect((await within(dialog).findByLabelText('Address')).textContent).toBe('Zhongshan Road 100')
    const asked = open.called.find(({ path }) => path === reversePath)
    expect(asked?.body).toMatchObject({ lat: 24.0786, lon: 120.5285 })
  })

  it('[LIVE-26] without a geocoder there is no address, and without a position nothing but the pictures', async () => {
    const dialog = await popup(van('nowhere', { position: null }), {
      http: { [geocodeStatusPath]: () => ({ enable: false }) },
    })
    expect(within(dialog).queryByLabelText('Address')).toBeNull()
    expect(within(dialog).queryByLabelText('Coordinates')).toBeNull()
    expect(within(dialog).getByText('No position yet')).toBeTruthy()
    expect(open.called.filter(({ path }) => path === reversePath)).toEqual([])
  })

  it('[LIVE-22] [LIVE-23] holds eight channels; a ninth opens nothing and shows the reason', async () => {
    const dialog = await popup(van('eight'))
    for (const number of [5, 6, 7, 8]) toggle(`Cam ${number}`)
    expect(tiles(dialog)).toHaveLength(8)
    toggle('Cam 9')
    expect(tiles(dialog)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await screen.findByText('over max live view count(8)')).toBeTruthy()
  })

  it('[LIVE-21] [LIVE-50] remembers the choice of each device as long as the page is there, and stores nothing', async () => {
    const store = memoryStore(remembered)
    const [first, second] = [van('first'), van('second')]
    let dialog = await popup(first, { store })
    const stored = JSON.stringify(store)
    expect(tiles(dialog)).toEqual([1, 2, 3, 4])
    toggle('Cam 2')
    toggle('Cam 7')
    open.list(first, second)
    const reopen = async (deviceId: string) => {
      act(() => openDialog(livePopup, { deviceId }))
      dialog = await screen.findByRole('dialog', { name: `Live view of ${deviceId}` })
      await within(dialog).findByRole('group', { name: 'Channels' })
      return tiles(dialog)
    }
    expect(await reopen('second')).toEqual([1, 2, 3, 4])
    expect(await reopen('first')).toEqual([1, 3, 4, 7])
    expect(JSON.stringify(store)).toBe(stored)
  })

  it('[LIVE-50] on a phone it opens with one channel', async () => {
    expect(tiles(await popup(van('phone'), { mobile: true }))).toEqual([1])
  })
})

describe('the live view of a device', () => {
  it('[LIVE-06] [LIVE-07] [CONST0-17] has a map that is switched on and off; its height is 69 % of its width', async () => {
    await start('/liveview/mapped')
    open.list(van('mapped'))
    const map = () => screen.queryByRole('img', { name: 'Map around mapped' })
    const shown = await screen.findByRole('img', { name: 'Map around mapped' })
    expect(Number.parseFloat(shown.parentElement?.style.aspectRatio ?? '')).toBeCloseTo(1 / 0.69)
    const button = screen.getByRole('button', { name: 'Map' })
    expect(button.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(button)
    expect([map(), button.getAttribute('aria-pressed')]).toEqual([null, 'false'])
    fireEvent.click(button)
    expect(await screen.findByRole('img', { name: 'Map around mapped' })).toBeTruthy()
  })

  it('[LIVE-15] [LIVE-16] [LIVE-47] a thirteenth channel opens nothing and shows the reason, also where the site offers 64', async () => {
    await start('/liveview/many')
    open.list(van('many'))
    await screen.findByRole('group', { name: 'Channels' })
    for (let number = 5; number <= 12; number += 1) toggle(`Cam ${number}`)
    expect(document.querySelectorAll('.channel-toggle')).toHaveLength(64)
    const twelve = Array.from({ length: 12 }, (_, at) => at + 1)
    expect(tiles()).toEqual(twelve)
    toggle('Cam 13')
    expect(tiles()).toEqual(twelve)
    expect(await screen.findByText('over max live view count(12)')).toBeTruthy()
  })
})

describe('what the live screens know of a device', () => {
  const extra = { icon: 0, chsort: [], chnames: ['Road'], plate: 'KAA 123', talkch: 0, extid: 'X-7' }
  const arrived = (change: Partial<DeviceRow> = {}) => {
    const read = decodeRow(encodeRow({ ...recordedRow, ...change }))
    if (!read.ok) throw new Error(read.reason)
    return read.value
  }

  const itself = { deviceid: 'rec', drivername: 'Lin', vehicleid: 'blue van', plate: 'KAA 123', extid: 'X-7' }
  const fix = { lat: 24.0786, lng: 120.5285, speedInKmh: 42, trackingAngle: 271 }
  it.each([
    ['[LIVE-41] the record has the names of the device', itself],
    ['[LIVE-42] the record has the number of channels and which of them are there', { chn_count: 4, chmask: '1101' }],
    ['[LIVE-43] the record has the state', { status: 1 }],
    ['[LIVE-44] the record has the last position', { gps_info: { data: fix } }],
    ['[LIVE-45] the record has the place set by hand', { maplocation: { lat: 1.5, lng: -2.25 } }],
  ])('%s', (_, part) => {
    expect(deviceSchema.parse(toDevice(arrived(), extra))).toMatchObject(part)
  })

  it('[LIVE-46] the record is shown as it came, and no screen changes it', async () => {
    const frozen = (of: DeviceRow) => deepFreeze(buildDevice(of, extra))
    const one = frozen(arrived())
    const before = JSON.stringify(one)
    await start('/liveview/rec')
    open.list(one)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('blue van · rec')
    for (const text of ['Lin', 'KAA 123']) expect(screen.getByText(text)).toBeTruthy()
    expect(tiles()).toEqual([1, 2, 4])
    expect(screen.getByRole('img', { name: 'Speed 42 km/h' })).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'Map around blue van · rec' })).toBeTruthy()
    toggle('Road')
    fireEvent.click(screen.getByRole('button', { name: 'Map' }))
    act(() => openDialog(livePopup, { deviceId: 'rec' }))
    const dialog = await screen.findByRole('dialog')
    expect((await within(dialog).findByLabelText('Coordinates')).textContent).toBe('24.078600,120.528500')
    open.list(frozen(arrived({ gps: null })))
    expect(within(dialog).getByLabelText('Coordinates').textContent).toBe('1.500000,-2.250000')
    open.list(frozen(arrived({ online: false })))
    expect(await within(dialog).findByText('Unknow device or device offline')).toBeTruthy()
    expect(JSON.stringify(one)).toBe(before)
  })
})

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
