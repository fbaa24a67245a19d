// @vitest-environment happy-dom
// What the internal pages show of tasks, accounts and devices, their limits, their filters and their socket.
import { geoPaths, monitorLists, monitorPaths } from '@fleetglass/contract/monitors'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localTimeText } from '../../platform/time/index.ts'
import {
  connection,
  coverTask,
  deviceInfo,
  type MonitorSide,
  NOW_S,
  openMonitor,
  shownRows,
  startMonitorSide,
} from './monitors.fixtures.tsx'

let side: MonitorSide
beforeEach(async () => {
  side = await startMonitorSide()
})
afterEach(() => side.end())

/** The texts of a row that shows each of these fields as it is. */
const asText = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

describe('the rows of an internal page', () => {
  it('[DEBUG-01] [DEBUG-11] [DEBUG-12] [DEBUG-14] a cover task shows all its fields, its types and its download type with their labels', async () => {
    const failed = { ...coverTask, serialno: 41, tryCount: 3, recvFail: 2, error: 'no answer', errortime: NOW_S - 9 }
    side.lists = {
      [monitorLists.cover]: (['default', 'footage', 'relay'] as const).map((taskType, dltype) => ({
        ...failed,
        taskType,
        dltype,
        originDltype: 1,
      })),
    }
    await openMonitor(side, 'covermonitor')
    const times = {
      starttime: localTimeText(NOW_S),
      endtime: localTimeText(NOW_S + 60),
      errortime: localTimeText(NOW_S - 9),
    }
    const labels = (taskType: string, dltype: string) => ({
      taskType,
      dltype,
      originDltype: 'Download',
      mediaType: 'Video',
    })
    const shown = { ...asText(failed), ...times, state: 'error' }
    expect(await shownRows()).toEqual([
      { ...shown, ...labels('default', 'Hidden') },
      { ...shown, ...labels('footage', 'Download') },
      { ...shown, ...labels('relay', 'Do not download') },
    ])
  })

  it('[DEBUG-13] [DEBUG-14] the media type of a cover task has the label that it has in a download plan', async () => {
    side.lists = { [monitorLists.cover]: [1, 3, 4, 5, 6].map((mediaType) => ({ ...coverTask, mediaType })) }
    await openMonitor(side, 'covermonitor')
    expect((await shownRows()).map(({ mediaType }) => mediaType)).toEqual([
      'Video',
      'Video with audio',
      'Snapshot',
      'Video and snapshot',
      'Video with audio, and snapshot',
    ])
  })

  it('[DEBUG-04] an FTP task shows all its fields', async () => {
    const task = {
      taskid: 9,
      isProcessing: true,
      isDone: false,
      deviceid: 'van',
      appdevid: 'X7',
      bytes: 1024,
      error: '',
    }
    const paths = { filePath: 'events/a.mp4', curl: 'ftp://ftp.example.org/clips' }
    const times = { eventtime: NOW_S - 90, addtime: NOW_S - 30, starttime: NOW_S - 100, endtime: NOW_S - 80 }
    side.lists = { [monitorLists.uploads]: [{ ...task, ...paths, ...times }] }
    await openMonitor(side, 'ftpmonitor')
    const timeTexts = Object.fromEntries(Object.entries(times).map(([name, atS]) => [name, localTimeText(atS)]))
    expect(await shownRows()).toEqual([{ ...asText({ ...task, ...paths }), ...timeTexts }])
  })

  it('[DEBUG-08] a connection shows its times, its channels and the state of each of eight sockets', async () => {
    side.lists = { [monitorLists.connections]: [connection] }
    await openMonitor(side, 'devarray')
    const times = { ArrivedTime: localTimeText(NOW_S - 60), LastRecvTime: localTimeText(NOW_S - 5), LastSentTime: '' }
    expect(await shownRows()).toEqual([{ ...asText(connection), ...times }])
  })

  it('[DEBUG-09] [API2-178] the device info is read from /api/devinfo by the user of the page, and again every 5 s', async () => {
    side.lists = { [monitorPaths.devices]: [deviceInfo] }
    await openMonitor(side, 'testdev')
    const shown = { ...asText(deviceInfo), bindTime: localTimeText(NOW_S), state: 'on' }
    expect(await shownRows()).toEqual([shown])
    const times = () => side.read.filter(({ path }) => path === '/api/devinfo').length
    expect(times()).toBe(1)
    await act(async () => side.clock.advance(4_999))
    expect(times()).toBe(1)
    await act(async () => side.clock.advance(1))
    await waitFor(() => expect(times()).toBe(2))
    expect(side.read[0]?.authorization).toMatch(/^Basic /)
  })

  it('[DEBUG-05] [DEBUG-06] [DEBUG-07] the page geoarray shows sessions, rules and devices of the telematics account', async () => {
    const auth = { userName: 'ops', sessionId: '****cDgw', database: 'fleet', path: 'ThisServer', updatetime: NOW_S }
    const rule = { userName: 'ops', id: 'r1', name: 'Idling' }
    const device = { userName: 'ops', id: 'b1', serialNumber: 'G9', name: 'Truck 7' }
    side.lists = { [geoPaths.auth]: [auth], [geoPaths.rules]: [rule], [geoPaths.devices]: [device] }
    await openMonitor(side, 'geoarray')
    expect(await shownRows('Sessions')).toEqual([{ ...auth, updatetime: localTimeText(NOW_S) }])
    expect(await shownRows('Rules')).toEqual([rule])
    expect(await shownRows('Devices')).toEqual([device])
  })

  it('[DEBUG-30] the page geoarray says so where no telematics account is configured', async () => {
    await openMonitor(side, 'geoarray')
    expect(await screen.findByText('No external telematics account is configured')).toBeTruthy()
  })
})

describe('the limits of a monitor', () => {
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
  const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Set limits' })

  it.each([
    ['covermonitor', monitorLists.cover, 'DB3'],
    ['ftpmonitor', monitorLists.uploads, 'DB6'],
    ['hbmonitor', monitorLists.heartbeats, 'DB8'],
  ] as const)('[DEBUG-25] are shown and set on the page %s', async (page, list, code) => {
    side.lists = { [list]: [] }
    await openMonitor(side, page)
    expect((await field('Tasks at once')).value).toBe('20')
    expect((await field('Bytes per second of a task')).value).toBe('65536')
    expect((await field('Tasks that may wait')).value).toBe('10000')
    await type('Tasks at once', '3')
    await type('Bytes per second of a task', '8192')
    await type('Tasks that may wait', '12')
    fireEvent.click(button())
    await waitFor(() => expect(side.limits).toEqual({ maxRun: 3, limitRate: 8192, maxWait: 12 }))
    expect(side.asked.filter((message) => message.code === code).at(-1)?.fields).toMatchObject({
      N: '3',
      L: '8192',
      W: '12',
    })
    await waitFor(() => expect(button().disabled).toBe(true))
  })

  it('[DEBUG-25] what is no limit is marked and cannot be set', async () => {
    side.lists = { [monitorLists.cover]: [] }
    await openMonitor(side, 'covermonitor')
    for (const [label, value] of [
      ['Tasks at once', '0'],
      ['Tasks at once', 'x'],
      ['Bytes per second of a task', '100'],
      ['Tasks that may wait', ''],
    ] as const) {
      const before = (await field(label)).value
      await type(label, value)
      expect([(await field(label)).getAttribute('aria-invalid'), button().disabled]).toEqual(['true', true])
      await type(label, before)
    }
  })
})

describe('the socket of an internal page', () => {
  it('[DEBUG-19] opens when the page is opened, and is closed when it is left', async () => {
    side.lists = { [monitorLists.connections]: [connection] }
    const page = await openMonitor(side, 'devarray')
    await shownRows()
    expect([side.open, side.addresses.length]).toEqual([1, 1])
    page.unmount()
    expect(side.open).toBe(0)
    const asked = side.asked.length
    side.clock.advance(60_000)
    expect([side.asked.length, side.addresses.length]).toEqual([asked, 1])
  })
})

describe('the device filter of an internal page', () => {
  const fix = (speedKmh: number) => ({ timeS: NOW_S, latDeg: 1, lngDeg: 2, speedKmh, headingDeg: 0 })
  const devices = [
    { deviceId: 'off', online: false, gps: fix(70) },
    { deviceId: 'five', gps: fix(5), recording: true },
    { deviceId: 'six', gps: fix(6), driver: 'Anna Lin' },
    { deviceId: 'hundred', gps: fix(100), memo: 'Blue Van', recording: true },
    { deviceId: 'nofix', gps: null },
  ]
  const ids = async () => {
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
    return screen.queryByRole('grid') === null ? [] : (await shownRows()).map(({ deviceid }) => deviceid)
  }
  const choose = (mode: string) => fireEvent.change(screen.getByLabelText('Devices'), { target: { value: mode } })
  const openFiltered = async () => {
    side.devices = devices
    side.plates = { five: 'KAA 113' }
    side.lists = {
      [monitorLists.connections]: ['new', ...devices.map(({ deviceId }) => deviceId)].map((deviceid) => ({
        ...connection,
        deviceid,
      })),
    }
    const page = await openMonitor(side, 'devarray')
    await waitFor(async () => expect(await ids()).toHaveLength(6))
    return page
  }

  it('[DEBUG-31] [DEBUG-32] [DEBUG-33] [DEBUG-39] leaves every device, those that are online, and those that are not', async () => {
    await openFiltered()
    expect(await ids()).toEqual(['new', 'off', 'five', 'six', 'hundred', 'nofix'])
    choose('online')
    await waitFor(async () => expect(await ids()).toEqual(['five', 'six', 'hundred', 'nofix']))
    choose('offline')
    await waitFor(async () => expect(await ids()).toEqual(['off']))
    choose('all')
    await waitFor(async () => expect(await ids()).toHaveLength(6))
  })

  it('[DEBUG-34] [DEBUG-35] [DEBUG-36] [DEBUG-37] leaves those that drive, stand, are too fast, are recorded or are not', async () => {
    await openFiltered()
    for (const [mode, left] of [
      ['driving', ['six', 'hundred']],
      ['idle', ['five', 'nofix']],
      ['overSpeed', ['hundred']],
      ['recording', ['five', 'hundred']],
      ['unrecording', ['off', 'six', 'nofix']],
    ] as const) {
      choose(mode)
      await waitFor(async () => expect([mode, await ids()]).toEqual([mode, left]))
    }
  })

  it('[DEBUG-38] the text fits a device id, a driver name, a vehicle id and a plate, whatever their case', async () => {
    await openFiltered()
    for (const [text, left] of [
      ['SIX', ['six']],
      ['anna', ['six']],
      ['blue van', ['hundred']],
      ['kaa 113', ['five']],
      ['nobody', []],
    ] as const) {
      fireEvent.change(screen.getByLabelText('Filter'), { target: { value: text } })
      await waitFor(async () => expect([text, await ids()]).toEqual([text, left]))
    }
  })

  it('[DEBUG-40] the chosen filter is in the storage of the browser as soon as it is chosen, and chosen when the page opens again', async () => {
    const page = await openFiltered()
    choose('overSpeed')
    expect(side.store.get('deviceFilters')).toBe('{"mode":"overSpeed"}')
    page.unmount()
    await openMonitor(side, 'devarray')
    await waitFor(async () => expect(await ids()).toEqual(['hundred']))
    choose('all')
    expect(side.store.get('deviceFilters')).toBe('{"mode":"all"}')
  })
})
