// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { pdfFilesPath, pdfRequestSchema } from '@fleetglass/contract/pdf-files'
import { type MileageSlot, mileageSlotsPath } from '@fleetglass/contract/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { dayAfter, dayOf, dayStartS } from '../../shared/calendar/index.ts'
import { catchSavedFiles } from '../../shared/table-files/saved-files.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
let files: ReturnType<typeof catchSavedFiles>
beforeAll(async () => {
  await startAllTexts()
  await import('./mileage.page.tsx')
})
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

const devices = [
  device({ deviceId: 'bus', driverName: 'Ada', memo: 'Ring line' }),
  device({ deviceId: 'van', driverName: 'Lin', memo: '=1+1' }),
]
/** Midnight of a day of the browser. */
const MIDNIGHT_S = dayStartS('2026-09-14')
const slot = (deviceid: string, halfHour: number, km: number): MileageSlot => ({
  deviceid,
  distance: km * 1e6,
  starttime: MIDNIGHT_S + halfHour * 1800,
  date: '2026-09-14',
})
const answer = [slot('bus', 16, 12.5), slot('bus', 17, 1.25), slot('bus', 64, 4), slot('van', 16, 40.125)]

async function page(
  given: { rows?: readonly MileageSlot[] | object; store?: object; pdf?: object } = {},
): Promise<void> {
  const { rows = answer, store = {}, pdf = { hasError: false, id: 'abc' } } = given
  open = await openConsole({
    path: '/mileage',
    store: memoryStore({ ...remembered, ServerIp: 'localhost', ...store }),
    host: 'localhost',
    http: { [mileageSlotsPath]: () => rows, [pdfFilesPath]: () => pdf },
  })
  open.list(...devices)
  await screen.findByRole('complementary', { name: 'Query' })
}

const queryButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Query' })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const today = () => dayOf(open?.clock.nowMs() ?? 0)
const asked = () => open?.called.filter(({ path }) => path === mileageSlotsPath).map(({ body }) => body) ?? []
async function query(): Promise<void> {
  await press('Today')
  await press('Query')
  await screen.findByRole('grid', { name: 'Distances' })
}
const grid = () => screen.getByRole('grid', { name: 'Distances' })
const cells = () =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.dataset.row !== undefined)
    .map((row) => [...row.children].map((cell) => cell.textContent))
const column = (at: number) => cells().map((row) => row[at])
const sort = (name: string) => act(async () => fireEvent.click(within(grid()).getByRole('button', { name })))

describe('the mileage report', () => {
  it('[MILE-01] [MILE-02] /mileage has a choice of devices and of days', async () => {
    await page()
    expect(screen.getByRole('button', { name: /Device/ })).toBeTruthy()
    expect(screen.getByRole('grid', { name: /\d{4}/ })).toBeTruthy()
  })

  it.each([
    ['without F_event', 'localhost', withoutFlags(fullAccess, ['F_event'])],
    ['at another address than that of the server', 'fleet.test', fullAccess],
  ])('[RIGHT2-20] %s /mileage leads home', async (_, host, access) => {
    open = await openConsole({
      path: '/mileage',
      store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
      host,
      access,
    })
    await waitFor(() => expect(window.location.pathname).toBe('/idle'))
    expect(screen.queryByRole('complementary', { name: 'Query' })).toBeNull()
  })

  it('[MILE-03] a query is possible once the first and the last day are chosen, and asks for these whole days', async () => {
    await page()
    expect(queryButton().disabled).toBe(true)
    await press('Last 7 days')
    expect(queryButton().disabled).toBe(false)
    await press('Query')
    const first = dayAfter(today(), -6)
    expect(asked()).toEqual([
      expect.objectContaining({
        username: 'admin',
        afterTime: dayStartS(first),
        beforeTime: dayStartS(dayAfter(today(), 1)) - 1,
      }),
    ])
    expect(asked()[0]).not.toHaveProperty('deviceid')
  })

  it('[MILE-04] future days are disabled in the calendar', async () => {
    await page()
    const days = within(screen.getByRole('grid', { name: /\d{4}/ })).getAllByRole('gridcell')
    const dated = days.filter((day) => day.dataset.day !== undefined)
    const isOff = (day: HTMLElement) => day.dataset.disabled === 'true'
    expect(dated.length).toBe(42)
    for (const day of dated)
      expect([day.dataset.day, isOff(day)]).toEqual([day.dataset.day, (day.dataset.day ?? '') > today()])
  })

  it('[MILE-05] [MILE-07] the table has a row for each half hour and their sum', async () => {
    await page()
    await query()
    const heads = within(grid()).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...['#', 'Device ID', 'Driver', 'Device Memo', 'Mileage (km)', 'Start Time', 'End Time'],
    ])
    const row = (number: number, who: readonly string[], km: string, halfHour: number) => [
      ...[String(number), ...who, km],
      ...[localTimeText(MIDNIGHT_S + halfHour * 1800), localTimeText(MIDNIGHT_S + (halfHour + 1) * 1800)],
    ]
    const [bus, van] = [
      ['bus', 'Ada', 'Ring line'],
      ['van', 'Lin', '=1+1'],
    ] as const
    expect(cells()).toEqual([
      row(1, bus, '12.500', 16),
      row(2, bus, '1.250', 17),
      row(3, bus, '4.000', 64),
      row(4, van, '40.125', 16),
    ])
    const total = grid().querySelector('tfoot')?.textContent
    expect(total).toBe('Total57.875')
  })

  it('[MILE-06] device, driver, memo, mileage and start sort the table, the end does not', async () => {
    await page()
    await query()
    await sort('Mileage (km)')
    expect(column(4)).toEqual(['1.250', '4.000', '12.500', '40.125'])
    await sort('Mileage (km)')
    expect(column(4)).toEqual(['40.125', '12.500', '4.000', '1.250'])
    expect(column(0)).toEqual(['1', '2', '3', '4'])
    for (const [name, at] of [
      ['Device ID', 1],
      ['Driver', 2],
      ['Device Memo', 3],
    ] as const) {
      await sort(name)
      expect(column(at)).toEqual([...column(at)].toSorted())
    }
    await sort('Start Time')
    expect(column(5)).toEqual([...column(5)].toSorted())
    expect(within(grid()).queryByRole('button', { name: 'End Time' })).toBeNull()
  })

  it('[MILE-15] distances are in the unit of the user, with three decimals', async () => {
    await page({ store: { [storageKeys.lengthUnit]: 'mile' } })
    await query()
    expect(within(grid()).getAllByRole('columnheader')[4]?.textContent).toBe('Mileage (mi)')
    expect(column(4)[3]).toBe((40.125 * 0.62137).toFixed(3))
    // The chart too, with all half hours of a vehicle.
    const bars = within(screen.getByRole('region', { name: /^Longest distances/ })).getAllByRole('listitem')
    const miles = (km: number) => expect.stringContaining(`${(km * 0.62137).toFixed(3)} mi`)
    expect(bars.map(({ textContent }) => textContent)).toEqual([miles(40.125), miles(17.75)])
  })

  it('a row can be a day or a vehicle, from its first movement to its last', async () => {
    await page()
    await query()
    const choose = (value: string) =>
      act(async () => fireEvent.change(screen.getByLabelText('A row is'), { target: { value } }))
    await choose('wholeDays')
    expect(cells().map((row) => [row[1], row[4]])).toEqual([
      ['bus', '13.750'],
      ['bus', '4.000'],
      ['van', '40.125'],
    ])
    await choose('vehicles')
    expect(cells().map((row) => [row[1], row[4]])).toEqual([
      ['bus', '17.750'],
      ['van', '40.125'],
    ])
    expect(cells()[0]?.slice(5)).toEqual([localTimeText(MIDNIGHT_S + 16 * 1800), localTimeText(MIDNIGHT_S + 65 * 1800)])
  })

  it('[MILE-09] [MILE-10] the chart has a bar for the 50 devices that drove farthest, which grow for 1.5 s', async () => {
    const many = Array.from({ length: 60 }, (_, at) => slot(`dev${at}`, 16, at + 1))
    await page({ rows: many })
    await query()
    const bars = within(screen.getByRole('region', { name: 'Longest distances: 50 vehicles' })).getAllByRole('listitem')
    expect(bars).toHaveLength(50)
    expect(bars[0]?.textContent).toBe('dev5960.000 km')
    expect(bars[49]?.textContent).toBe('dev1011.000 km')
    expect(bars[0]?.parentElement?.style.getPropertyValue('--grows-for')).toBe('1.5s')
    const widths = bars.map((bar) => bar.querySelector<HTMLElement>('[style]')?.style.inlineSize)
    expect([widths[0], widths[30]]).toEqual(['100%', '50%'])
  })

  it('the shown rows are saved as CSV, in which nothing is run, and as JSON', async () => {
    await page()
    await query()
    await press('CSV')
    await press('JSON')
    const [csv, json] = files.saved
    const name = `mileage_${today()}_${today()}`
    expect([csv?.name, json?.name]).toEqual([`${name}.csv`, `${name}.json`])
    const lines = (await csv?.text)?.split('\r\n') ?? []
    expect(lines[0]).toBe('\uFEFFDevice ID,Driver,Device Memo,Mileage (km),Start Time,End Time')
    expect(lines[4]).toContain("van,Lin,'=1+1,40.125,")
    expect(lines).toHaveLength(6)
    expect(JSON.parse((await json?.text) ?? '')[0]).toMatchObject({ deviceid: 'bus', mileage: 12.5, unit: 'km' })
  })

  it('[MILE-08] [EXPORT-12] [SHELL-014] [SHELL-016] beside the files of CSV and JSON, PDF sends the shown rows to the server and opens the page that shows the file', async () => {
    const opened: string[] = []
    const { open: ownOpen } = window
    window.open = (address) => {
      opened.push(String(address))
      return window
    }
    await page()
    await query()
    for (const name of ['CSV', 'JSON', 'PDF']) await press(name)
    expect(files.saved.map(({ name }) => name.split('.').at(-1))).toEqual(['csv', 'json'])
    await waitFor(() => expect(opened).toEqual(['/pdf/abc']))
    window.open = ownOpen
    const { body } = open?.called.find(({ path }) => path === pdfFilesPath) ?? {}
    const { tmp } = pdfRequestSchema.parse(body)
    expect([tmp.type, tmp.data.language, tmp.data.rows.length]).toEqual(['mileage', 'en', 4])
    expect(tmp.data.columns.map(({ label }) => label)).toEqual([
      'Device ID',
      'Driver',
      'Device Memo',
      'Mileage (km)',
      'Start Time',
      'End Time',
    ])
    expect(tmp.data.rows[0]?.slice(0, 4)).toEqual(['bus', 'Ada', 'Ring line', '12.500'])
    expect(tmp.data.totals).toEqual(['Total', '', '', '57.875', '', ''])
  })

  it('[EXPORT-12] where the browser blocks new windows, the file opens in this one', async () => {
    const { open: ownOpen } = window
    window.open = () => null
    await page()
    await query()
    await press('PDF')
    await waitFor(() => expect(window.location.pathname).toBe('/pdf/abc'))
    window.open = ownOpen
  })

  it('[EXPORT-12] when the server refuses a PDF file, no page opens and the reason is shown', async () => {
    await page({ pdf: { hasError: true, code: 'pdf-busy', message: 'Too many PDF files are being created.' } })
    await query()
    await press('PDF')
    expect(await screen.findByText(/Too many PDF files are being created/)).toBeTruthy()
    expect(window.location.pathname).toBe('/mileage')
  })

  it('days without a movement, and a refusal, are said', async () => {
    await page({ rows: [] })
    await press('Today')
    await press('Query')
    expect(await screen.findByText('No vehicle moved on these days')).toBeTruthy()
    open?.close()
    cleanup()
    await page({ rows: { hasError: true, message: 'the range is longer than 92 days' } })
    await press('Today')
    await press('Query')
    expect((await screen.findByRole('alert')).textContent).toContain('the range is longer than 92 days')
  })
})
