// @vitest-environment happy-dom
import { eventDeliveriesPath } from '@fleetglass/contract/event-plans'
import {
  type EventReport,
  eventReportListPath,
  eventReportPath,
  reportFilesPath,
} from '@fleetglass/contract/event-reports'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { dayOf, dayStartS, utcOffsetS } from '../../shared/calendar/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { zonedText } from './event-reports.queries.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await Promise.all([import('./event-reports.page.tsx'), import('./report-files.page.tsx')])
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

const report = (change: Partial<EventReport> = {}): EventReport => ({
  reportid: 7,
  enable: 1,
  profile: 'Night',
  type: 'event',
  period: 1440,
  unit: 0,
  sender: '',
  receivers: 'a@example.org,b@example.org',
  devices: '',
  script: '',
  memo: 'for the office',
  events: [16],
  tz: 28_800,
  updatetime: 1_789_000_000,
  ...change,
})

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const sent = (method: string, path: string) =>
  open?.called.filter((call) => call.method === method && call.path === path).map(({ body }) => body) ?? []
const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ textContent }) => textContent)

describe('event report scheduling', () => {
  async function page(site: object = {}, more: object = {}): Promise<void> {
    let stored: readonly EventReport[] = [report()]
    open = await openConsole({
      path: '/eventreportsetting',
      store: memoryStore(remembered),
      site,
      http: {
        [eventReportListPath]: () => stored,
        [eventReportPath]: (body) => {
          const { eventReport } = body as { eventReport: Partial<EventReport> }
          if (Object.keys(eventReport).length === 1)
            stored = stored.filter((one) => one.reportid !== eventReport.reportid)
          else
            stored = [...stored.filter((one) => one.reportid !== eventReport.reportid), { ...report(), ...eventReport }]
          return stored
        },
      },
      ...more,
    })
  }
  const ready = () => screen.findByRole('heading', { name: 'Event report scheduling' })

  it('[RPT-01] [RPT-31] [SHELL-066] the list has the columns of a report, with edit and delete', async () => {
    await page()
    await ready()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Profile', 'Type', 'Period', 'Enabled', 'Receivers', 'Memo', 'Update Time', 'Action'],
    ])
    const cells = [...(screen.getAllByRole('row')[1]?.children ?? [])].map(({ textContent }) => textContent)
    expect(cells.slice(0, 6)).toEqual([
      'Night',
      'event',
      'Daily',
      'On',
      'a@example.org, b@example.org',
      'for the office',
    ])
    expect(screen.getByRole('button', { name: 'Edit the report Night' })).toBeTruthy()
  })

  it.each([[1], [2]])('[RIGHT2-25] permission %i does not open it', async (permission) => {
    await page({}, { permission })
    await waitFor(() => expect(window.location.pathname).not.toBe('/eventreportsetting'))
    expect(screen.queryByText('Event report scheduling')).toBeNull()
  })

  it('[RPT-11] [RPT-12] [RPT-13] [RPT-14] a new report is daily, in the zone of the browser, and offers four periods and zones by the hour', async () => {
    await page()
    await ready()
    await press('Add report')
    expect(options('Period')).toEqual(['Hourly', 'Daily', 'Weekly', 'Monthly'])
    expect(screen.getByLabelText<HTMLSelectElement>('Period').selectedOptions[0]?.textContent).toBe('Daily')
    expect(options('Time zone')).toEqual(expect.arrayContaining(['UTC-12:00', 'UTC+00:00', 'UTC+08:00', 'UTC+14:00']))
    await type('Profile', 'Morning')
    await act(async () => fireEvent.change(screen.getByLabelText('Events'), { target: { value: '16, 21' } }))
    await press('Add')
    await waitFor(() => expect(sent('POST', eventReportPath)).toHaveLength(1))
    expect(sent('POST', eventReportPath)[0]).toMatchObject({
      eventReport: {
        profile: 'Morning',
        period: 1440,
        tz: utcOffsetS(open?.clock.nowMs() ?? 0),
        unit: 0,
        events: [16, 21],
      },
    })
  })

  it('[RPT-16] [RPT-17] [RPT-18] [RPT-19] the numbers are labelled by what they mean for the type', async () => {
    await page()
    await ready()
    await press('Add report')
    expect(screen.getByLabelText('Events')).toBeTruthy()
    const choices = [
      ['sdcard', 'Health Lower Limit'],
      ['idle', 'Idle Limit Seconds'],
      ['usage', 'Usage Limit Percent'],
    ] as const
    for (const [value, label] of choices) {
      const select = screen.getByLabelText<HTMLSelectElement>('Type')
      const option = [...select.options].find(({ textContent }) => textContent === value)
      await act(async () => fireEvent.change(select, { target: { value: option?.value } }))
      expect(screen.getByLabelText(label)).toBeTruthy()
      expect(screen.queryByLabelText('Events')).toBeNull()
    }
  })

  it('[RPT-15] types are named as the site names them', async () => {
    await startAllTexts({ labels: { 'eventReports.type.event': 'Alarms' }, plainWords: false })
    await page()
    await ready()
    await press('Add report')
    expect(options('Type')).toEqual(['Alarms', 'sdcard', 'idle', 'usage'])
    await startAllTexts()
  })

  it('[RPT-31] a deletion is confirmed first', async () => {
    await page()
    await ready()
    await press('Delete the report Night')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Night')
    expect(sent('DELETE', eventReportPath)).toEqual([])
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })))
    await waitFor(() => expect(sent('DELETE', eventReportPath)).toMatchObject([{ eventReport: { reportid: 7 } }]))
    expect(await screen.findByText('No event reports yet')).toBeTruthy()
  })
})

describe('the report file list', () => {
  const names = [
    { reportid: 7, profile: 'Night', type: 'event' },
    { reportid: 8, profile: 'Cards', type: 'sdcard' },
  ]
  const file = (period: number, at: number) => ({
    reportid: 7,
    profile: 'Night',
    type: 'event',
    period,
    filename: `Night_event_${at}.csv`,
    filetype: 'csv',
    fileid: `secret${at}`,
    starttime: 1_789_000_000,
    endtime: 1_789_086_400,
    updatetime: 1_789_086_460,
  })
  const waitingMail = {
    id: 3,
    kind: 'report-mail',
    target: 'a@example.org',
    plan: 'Night',
    deviceid: '',
    eventname: 'Night_event_0.csv',
    eventid: 0,
    eventtime: 1_789_086_400,
    state: 'waiting',
    attempts: 2,
    created: 1_789_086_460,
    tried: 1_789_086_490,
    due: 1_789_086_610,
    outcome: 'mail-not-configured',
    detail: '',
  }
  async function page(): Promise<void> {
    open = await openConsole({
      path: '/reportfilelist',
      store: memoryStore(remembered),
      http: {
        [eventReportPath]: () => names,
        [reportFilesPath]: () => [60, 1440, 10_080, 43_200, 90].map(file),
        [eventDeliveriesPath]: () => [waitingMail],
      },
    })
    await screen.findByRole('complementary', { name: 'Query' })
  }
  const query = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Query' })
  const today = () => dayOf(open?.clock.nowMs() ?? 0)
  const chooseToday = () =>
    act(async () => {
      const day = document.querySelector<HTMLElement>(`[data-day="${today()}"]`)
      fireEvent.click(day?.querySelector('button') ?? day!)
    })

  it('[RPT-02] [RPT-32] [RPT-33] [SHELL-067] the profiles begin with All Profile and are shown as profile - type', async () => {
    await page()
    await waitFor(() => expect(options('Profile')).toEqual(['All Profile', 'Night - event', 'Cards - sdcard']))
  })

  it('[RPT-34] [RPT-35] [RPT-36] [RPT-38] a query needs days, of which none is in the future; Reset clears them', async () => {
    await page()
    expect(query().disabled).toBe(true)
    const days = [...document.querySelectorAll<HTMLElement>('[data-day]')]
    expect(days.length).toBe(42)
    for (const { dataset } of days) expect(dataset.disabled === 'true').toBe((dataset.day ?? '') > today())
    await chooseToday()
    expect(query().disabled).toBe(false)
    // As the last day too.
    await chooseToday()
    expect(query().disabled).toBe(false)
    await press('Reset')
    expect(query().disabled).toBe(true)
  })

  it('[RPT-37] Query By offers updatetime, starttime and endtime, and is sent with the days and the report', async () => {
    await page()
    await waitFor(() => expect(options('Profile')).toHaveLength(3))
    expect(options('Query By')).toEqual(['updatetime', 'starttime', 'endtime'])
    const choose = (label: string, text: string) => {
      const select = screen.getByLabelText<HTMLSelectElement>(label)
      const option = [...select.options].find(({ textContent }) => textContent === text)
      return act(async () => fireEvent.change(select, { target: { value: option?.value } }))
    }
    await chooseToday()
    await act(async () => fireEvent.click(query()))
    await choose('Query By', 'endtime')
    await choose('Profile', 'Cards - sdcard')
    await act(async () => fireEvent.click(query()))
    await waitFor(() => expect(sent('POST', reportFilesPath)).toHaveLength(2))
    const [all, one] = sent('POST', reportFilesPath)
    const from = zonedText(dayStartS(today()), 'T', ':')
    expect(all).toMatchObject({ queryby: 'updatetime', from })
    expect(all).not.toHaveProperty('reportid')
    expect(one).toMatchObject({ queryby: 'endtime', reportid: 8, from })
  })

  it('[RPT-39] [RPT-40] [RPT-41] [RPT-42] the table has a row a file with its period, and a link to download it', async () => {
    await page()
    await chooseToday()
    await act(async () => fireEvent.click(query()))
    const grid = await screen.findByRole('grid', { name: 'Report files' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['#', 'Profile', 'Type', 'Period', 'File Name', 'File Type'],
      ...['Start Time', 'End Time', 'Update Time', 'Download'],
    ])
    const rows = within(grid)
      .getAllByRole('row')
      .filter(({ dataset }) => dataset.row !== undefined)
    const column = (at: number) => rows.map((row) => row.children[at]?.textContent)
    expect(column(0)).toEqual(['1', '2', '3', '4', '5'])
    expect(column(3)).toEqual(['Hourly', 'Daily', 'Weekly', 'Monthly', '90 minutes'])
    const [beginS, endS, updateS] = [1_789_000_000, 1_789_086_400, 1_789_086_460].map((atS) => zonedText(atS))
    const first = [...rows[0]!.children].slice(0, 9).map(({ textContent }) => textContent)
    const facts = ['1', 'Night', 'event', 'Hourly', 'Night_event_0.csv', 'csv']
    expect(first).toEqual([...facts, beginS, endS, updateS])
    const link = within(rows[0]!).getByRole('link', { name: 'Download Night_event_0.csv' })
    expect(link.getAttribute('href')).toBe('/gkevent/reportfile/Night_event_0.csv?id=secret0')
  })

  it('[RPT-24] the delivery log of report files says what a mail waits for', async () => {
    await page()
    await press('Delivery log')
    const log = within(await screen.findByRole('dialog', { name: 'Delivery log' }))
    expect(await log.findByText('No mail server is set')).toBeDefined()
    expect(log.getByText('Night_event_0.csv')).toBeDefined()
    expect(log.getByText('a@example.org')).toBeDefined()
    expect(sent('POST', eventDeliveriesPath)).toMatchObject([{ reports: true }])
  })

  it('[RPT-43] [RPT-44] [RPT-45] a period of another length is named by its minutes, and times have the offset of the browser', async () => {
    await page()
    await chooseToday()
    await act(async () => fireEvent.click(query()))
    const grid = await screen.findByRole('grid', { name: 'Report files' })
    expect(grid.textContent).toContain('Monthly')
    expect(grid.textContent).toContain('90 minutes')
    expect(zonedText(1_789_000_000)).toMatch(/^2026-09-\d\d \d\d:\d\d:\d\d[+-]\d{4}$/)
    expect(grid.textContent).toContain(zonedText(1_789_000_000))
  })
})
