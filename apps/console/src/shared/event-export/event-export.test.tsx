// @vitest-environment happy-dom
import { geocodeStatusPath, REVERSE_ZOOM, reversePath } from '@fleetglass/contract/geocode'
import { pdfFilesPath, pdfRequestSchema } from '@fleetglass/contract/pdf-files'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { useMaybeSession } from '../../engines/channel/index.ts'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { catchSavedFiles } from '../table-files/saved-files.fixtures.ts'
import { EventExportDialog, type ExportedEvent } from './index.ts'

let open: TestConsole | null = null
let giveBack: () => void
let files: ReturnType<typeof catchSavedFiles>
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBack = giveElementsSize()
  files = catchSavedFiles()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
  files.restore()
})

const AT_S = 1_789_000_000
const event = (key: string, change: Partial<ExportedEvent> = {}): ExportedEvent => ({
  key,
  deviceId: 'bus',
  name: 'Speeding',
  notifyText: 'Slow down',
  memo: '',
  timeS: AT_S,
  place: { lat: 25.03, lng: 121.56, speedKmh: 92.4 },
  ...change,
})
const events = [
  event('1'),
  event('2', { timeS: AT_S + 60, memo: '=SUM(A1)' }),
  event('3', { deviceId: 'van', name: 'SOS', notifyText: '', place: { lat: -1, lng: -2, speedKmh: 0 } }),
  event('4', { deviceId: 'van', name: 'SOS', notifyText: '', place: null }),
]

interface Given {
  readonly addresses?: boolean
  readonly reverse?: (body: { readonly lat: number }) => unknown
}

async function dialog({
  addresses = true,
  reverse = () => ({ display_name: 'Ring Road 1' }),
}: Given = {}): Promise<void> {
  function Beside() {
    return useMaybeSession() ? (
      <MemoryRouter>
        <EventExportDialog events={events} onClose={() => undefined} />
      </MemoryRouter>
    ) : null
  }
  open = await openConsole({
    path: '/idle',
    store: memoryStore(remembered),
    beside: <Beside />,
    http: {
      [geocodeStatusPath]: () => ({ enable: addresses, geocoder: addresses, credit: '' }),
      [reversePath]: (body) => reverse(body as { lat: number }),
      [pdfFilesPath]: () => ({ hasError: false, id: 'abc' }),
    },
  })
  open.list(
    device({ deviceId: 'bus', driverName: 'Ada', memo: 'Ring line' }),
    device({ deviceId: 'van', driverName: 'Lin', memo: '@home' }),
  )
  await screen.findByRole('dialog')
}

const button = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => fireEvent.click(button(name)))
const summary = async (): Promise<void> => {
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Summary' })))
}
const grid = () => screen.getByRole('grid', { name: 'Events to export' })
const heads = () =>
  within(grid())
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => textContent)
const rows = () =>
  within(grid())
    .getAllByRole('row')
    .filter(({ dataset }) => dataset.row !== undefined)
const cells = () => rows().map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))
const untick = (at: number) => act(async () => fireEvent.click(within(rows()[at]!).getByRole('checkbox')))
const saved = async (at: number) => (await files.saved[at]?.text) ?? ''

describe('the dialog Data Export', () => {
  it('[EXPORT-01] [EXPORT-03] is titled Data Export and has Load Address, Export Json and Export PDF, beside CSV', async () => {
    await dialog()
    expect(screen.getByRole('heading', { name: 'Data Export' })).toBeTruthy()
    for (const name of ['Load Address', 'Export Json', 'Export PDF', 'Export CSV']) expect(button(name)).toBeTruthy()
  })

  it('[EXPORT-02] [EXPORT-04] [EXPORT-05] Detail has a row for each event, with its time, place and address', async () => {
    await dialog()
    expect(heads()).toEqual([
      ...['Device ID', 'Driver', 'Device Memo', 'Plate', 'Event', 'Notify'],
      ...['Memo', 'Time', 'Lat', 'Lng', 'Speed (km/h)', 'Address'],
    ])
    expect(within(grid()).getByRole('checkbox', { name: 'Select all that are shown' })).toBeTruthy()
    expect(cells()[0]).toEqual([
      ...['bus', 'Ada', 'Ring line', '', 'Speeding', 'Slow down'],
      ...['', localTimeText(AT_S), '25.03', '121.56', '92', ''],
    ])
  })

  it('[EXPORT-02] [EXPORT-04] [EXPORT-06] [EXPORT-16] Summary has a row for each device and event, with their count', async () => {
    await dialog()
    await summary()
    expect(heads()).toEqual(['Device ID', 'Driver', 'Device Memo', 'Plate', 'Event', 'Notify', 'Count'])
    expect(cells()).toEqual([
      ['bus', 'Ada', 'Ring line', '', 'Speeding', 'Slow down', '2'],
      ['van', 'Lin', '@home', '', 'SOS', '', '2'],
    ])
  })

  it('[EXPORT-16] files hold the ticked rows with the shown columns, and cells of a CSV file are no formulas', async () => {
    await dialog()
    await untick(0)
    await press('Export CSV')
    await press('Export Json')
    const lines = (await saved(0)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain("'=SUM(A1)")
    expect(lines[2]).toContain("van,Lin,'@home,,SOS,,,")
    expect(lines[2]).toContain(',-1,-2,0,')
    const json = JSON.parse(await saved(1)) as object[]
    expect(Object.keys(json[0] ?? {})).toEqual([
      ...['deviceid', 'driver', 'deviceMemo', 'plate', 'event', 'notify'],
      ...['memo', 'time', 'lat', 'lng', 'speed', 'address'],
    ])
    expect(json[0]).toMatchObject({ deviceid: 'bus', memo: '=SUM(A1)', lat: 25.03, speed: 92 })
    for (const at of [1, 2, 3]) await untick(at)
    expect(button('Export CSV').disabled).toBe(true)
  })

  it('[EXPORT-12] [EXPORT-16] Export PDF sends the ticked rows of the kind that is shown', async () => {
    await dialog()
    await summary()
    await untick(1)
    await press('Export PDF')
    const sent = () => open?.called.find(({ path }) => path === pdfFilesPath)?.body
    await waitFor(() => expect(sent()).toBeTruthy())
    const { tmp } = pdfRequestSchema.parse(sent())
    expect([tmp.type, tmp.data.rows]).toEqual([
      'eventsummary',
      [['bus', 'Ada', 'Ring line', '', 'Speeding', 'Slow down', '2']],
    ])
  })

  it.each([
    ['[SHELL-012] [SHELL-016] detail', 'eventdetail', async (): Promise<void> => undefined, 4],
    ['[SHELL-013] [SHELL-016] summary', 'eventsummary', summary, 2],
  ] as const)(
    '%s can be exported as CSV, JSON and PDF, each with the rows that are shown',
    async (_, type, choose, count) => {
      await dialog()
      await choose()
      for (const name of ['Export CSV', 'Export Json', 'Export PDF']) await press(name)
      const sent = () => open?.called.find(({ path }) => path === pdfFilesPath)?.body
      await waitFor(() => expect(sent()).toBeTruthy())
      const { tmp } = pdfRequestSchema.parse(sent())
      expect([tmp.type, tmp.data.rows.length]).toEqual([type, count])
      const [csv, json] = [await saved(0), await saved(1)]
      expect(csv.trimEnd().split('\r\n')).toHaveLength(count + 1)
      expect(JSON.parse(json)).toHaveLength(count)
      expect(csv.split('\r\n')[0]?.replace('\uFEFF', '').split(',')).toEqual(heads())
    },
  )

  it('[EXPORT-07] [EXPORT-08] Load Address looks the places of the ticked rows up at zoom 18, each once', async () => {
    await dialog()
    await press('Load Address')
    await waitFor(() => expect(cells()[2]?.at(-1)).toBe('Ring Road 1'))
    expect(cells().map((row) => row.at(-1))).toEqual(['Ring Road 1', 'Ring Road 1', 'Ring Road 1', ''])
    const asked = open?.called.filter(({ path }) => path === reversePath).map(({ body }) => body)
    expect(asked).toEqual([
      expect.objectContaining({ lat: 25.03, lon: 121.56, zoom: 18 }),
      expect.objectContaining({ lat: -1, lon: -2, zoom: 18 }),
    ])
    expect(REVERSE_ZOOM).toBe(18)
    await press('Export Json')
    expect(JSON.parse(await saved(0))[0]).toMatchObject({ address: 'Ring Road 1' })
  })

  it('[EXPORT-09] [EXPORT-10] without a geocoder no address is looked up, and the files are written without them', async () => {
    await dialog({ addresses: false })
    expect(button('Load Address').disabled).toBe(true)
    expect(button('Load Address').title).toBe('This server looks up no addresses.')
    await press('Export Json')
    expect(JSON.parse(await saved(0))).toHaveLength(4)
    expect(open?.called.some(({ path }) => path === reversePath)).toBe(false)
  })

  it('[EXPORT-11] a lookup that failed says why in its cell, and is tried again', async () => {
    let isDown = true
    await dialog({
      reverse: ({ lat }) => (lat < 0 && isDown ? { error: 'Unable to geocode' } : { display_name: 'Ring Road 1' }),
    })
    await press('Load Address')
    await waitFor(() => expect(cells()[2]?.at(-1)).toBe('Unable to geocode'))
    expect(cells()[0]?.at(-1)).toBe('Ring Road 1')
    isDown = false
    await press('Load Address')
    await waitFor(() => expect(cells()[2]?.at(-1)).toBe('Ring Road 1'))
  })
})
