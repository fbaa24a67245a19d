// @vitest-environment happy-dom
import { type NetflowDay, netflowPath } from '@fleetglass/contract/netflow'
import { pdfFilesPath, pdfRequestSchema } from '@fleetglass/contract/pdf-files'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { catchSavedFiles } from '../../shared/table-files/saved-files.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { monthChoices, monthRange } from './months.ts'
import { flowText } from './netflow-rows.ts'

let open: TestConsole | null = null
let giveBack: () => void
let files: ReturnType<typeof catchSavedFiles>
beforeAll(async () => {
  await startAllTexts()
  await import('./netflow.page.tsx')
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

const KIB = 1024
const MIB = KIB * KIB
const GIB = MIB * KIB

const months = () => monthChoices(open?.clock.nowMs() ?? 0)
const thisMonth = () => months()[0]!

async function page(rows?: (start: number) => readonly NetflowDay[]): Promise<void> {
  open = await openConsole({
    path: '/devicenetflow',
    store: memoryStore(remembered),
    http: {
      [netflowPath]: () => rows?.(monthRange(thisMonth()).starttime) ?? [],
      [pdfFilesPath]: () => ({ hasError: false, id: 'abc' }),
    },
  })
  open.list(
    device({ deviceId: 'bus', memo: 'Ring line' }),
    device({ deviceId: 'van' }),
    device({ deviceId: 'not-added', registered: false }),
  )
  await screen.findByRole('heading', { name: 'Device netflow' })
}

const day = (deviceid: string, starttime: number, flowin: number, flowout: number): NetflowDay => ({
  deviceid,
  starttime,
  flowin,
  flowout,
})
/** The first two days of the month. */
const twoDays = (start: number) => [day('van', start, 10 * KIB, 2 * MIB), day('van', start + 86_400, 100, 3 * GIB)]

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const tick = (name: string) => act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))
const grid = () => screen.getByRole('grid', { name: 'Bytes by day' })
async function query(): Promise<void> {
  await press('Query')
  await screen.findByRole('grid', { name: 'Bytes by day' })
}
const rowOf = (name: RegExp) => {
  const row = within(grid())
    .getAllByRole('row')
    .find(({ textContent }) => name.test(textContent ?? ''))
  if (row === undefined) throw new Error(`no row ${name}`)
  return row
}
/** The cells of the days and of the sum, each with its lines. */
const linesOf = (name: RegExp) =>
  [...rowOf(name).querySelectorAll('td')].slice(1).map((cell) => [...cell.querySelectorAll('[data-size]')])
const textsOf = (name: RegExp) => linesOf(name).map((lines) => lines.map(({ textContent }) => textContent))

describe('the netflow of devices', () => {
  it('[NETF-01] [NETF-02] [NETF-03] this month or one of the three before it is asked for with a button', async () => {
    await page()
    const choice = screen.getByLabelText<HTMLSelectElement>('Month')
    expect([...choice.options].map(({ value }) => value)).toEqual(
      months().map(({ year, index }) => `${year}-${String(index + 1).padStart(2, '0')}`),
    )
    expect(choice.options).toHaveLength(4)
    await act(async () => fireEvent.change(choice, { target: { value: choice.options[2]?.value } }))
    await query()
    const asked = open?.called.filter(({ path }) => path === netflowPath).map(({ body }) => body)
    expect(asked).toEqual([{ username: 'admin', password: expect.any(String), ...monthRange(months()[2]!) }])
  })

  it('[NETF-05] [NETF-12] a row for each device has the days of the month and their sum, in K, M and G', async () => {
    await page(twoDays)
    await query()
    const heads = within(grid()).getAllByRole('columnheader')
    const { year, index } = thisMonth()
    const days = Array.from({ length: new Date(year, index + 1, 0).getDate() }, (_, at) => `Day${at + 1}`)
    expect(heads.slice(1).map(({ textContent }) => textContent)).toEqual(['Device', ...days, 'Total'])
    const texts = textsOf(/van/)
    expect([texts[0], texts[1], texts[2], texts.at(-1)]).toEqual([
      ['10K', '2M', '2M'],
      ['0.1K', '3G', '3G'],
      ['0K', '0K', '0K'],
      ['10.1K', '3G', '3G'],
    ])
    expect(
      textsOf(/Ring line/)
        .flat()
        .every((text) => text === '0K'),
    ).toBe(true)
  })

  it.each([
    [0, '0K'],
    [KIB - 1, '1K'],
    [1.5 * KIB, '1.5K'],
    [MIB, '1M'],
    [2.25 * GIB, '2.3G'],
  ])('[NETF-12] %i bytes are shown as %s', (bytes, text) => {
    expect(flowText(bytes)).toBe(text)
  })

  it('[NETF-08] [NETF-09] [NETF-10] [NETF-11] the colour of a size changes at 1 KiB, 1 MiB and 1 GiB', async () => {
    const sizes = [KIB - 1, KIB, MIB - 1, MIB, GIB - 1, GIB]
    await page((start) => sizes.map((bytes, at) => day('van', start + at * 86_400, bytes, 0)))
    await query()
    const classes = linesOf(/van/)
      .slice(0, sizes.length)
      .map(([first]) => first?.getAttribute('data-size'))
    expect(classes).toEqual(['tiny', 'small', 'small', 'large', 'large', 'huge'])
  })

  it('[NETF-04] the three boxes choose what the table shows', async () => {
    await page(twoDays)
    await query()
    await tick('Flow In')
    await tick('Flow Total')
    expect(textsOf(/van/)[0]).toEqual(['2M'])
    await tick('Flow In')
    await tick('Flow Out')
    expect(textsOf(/van/)[0]).toEqual(['10K'])
  })

  it('[NETF-07] CSV, JSON, PDF and Raw Data JSON are offered, and PDF has the ticked devices in K, M and G', async () => {
    await page(twoDays)
    await query()
    for (const name of ['CSV', 'JSON', 'PDF', 'Raw Data JSON'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    await tick('Select all that are shown')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'PDF' }).disabled).toBe(true)
    await act(async () => fireEvent.click(within(rowOf(/van/)).getByRole('checkbox')))
    await press('PDF')
    const sent = () => open?.called.find(({ path }) => path === pdfFilesPath)?.body
    await waitFor(() => expect(sent()).toBeTruthy())
    const { tmp } = pdfRequestSchema.parse(sent())
    expect(tmp.type).toBe('netflow')
    expect(tmp.data.rows.map((row) => row.slice(0, 4))).toEqual([
      ['van', 'Flow In', '10K', '0.1K'],
      ['van', 'Flow Out', '2M', '3G'],
      ['van', 'Flow Total', '2M', '3G'],
    ])
  })

  it('[NETF-06] [NETF-15] [SHELL-015] [SHELL-016] files hold the ticked devices, the raw data is the answer of the server', async () => {
    await page(twoDays)
    await query()
    await press('JSON')
    await tick('Select all that are shown')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)
    await act(async () => fireEvent.click(within(rowOf(/van/)).getByRole('checkbox')))
    await press('CSV')
    await press('Raw Data JSON')
    await press('PDF')
    await waitFor(() => expect(open?.called.some(({ path }) => path === pdfFilesPath)).toBe(true))
    const [json, csv, raw] = await Promise.all(files.saved.map(({ text }) => text))
    expect(JSON.parse(json ?? '')).toHaveLength(2 * 3)
    const lines = (csv ?? '').trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFFDevice,Flow,Day1,Day2,.*,Total$/)
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4))).toEqual([
      ['van', 'Flow In', String(10 * KIB), '100'],
      ['van', 'Flow Out', String(2 * MIB), String(3 * GIB)],
      ['van', 'Flow Total', String(10 * KIB + 2 * MIB), String(100 + 3 * GIB)],
    ])
    expect(JSON.parse(raw ?? '')).toEqual(twoDays(monthRange(thisMonth()).starttime))
  })
})
