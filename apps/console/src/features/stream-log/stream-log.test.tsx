// @vitest-environment happy-dom
import { type StreamLogRow, streamLogExportPath, streamLogPath } from '@fleetglass/contract/stream-log'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await import('./stream-log.page.tsx')
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

const row = (serialno: number, over: Partial<StreamLogRow> = {}): StreamLogRow => ({
  serialno,
  username: 'ann',
  deviceid: 'van',
  channel: 2,
  entrance: 1,
  type: 0,
  asktime: 1_790_000_000,
  during: 0,
  updatetime: 1_790_000_090,
  ...over,
})

async function page(answer: (body: Record<string, unknown>) => unknown = () => [], site: object = {}): Promise<void> {
  open = await openConsole({
    path: '/uslog',
    store: memoryStore(remembered),
    http: {
      [streamLogPath]: answer as never,
      [streamLogExportPath]: () => ({ hasError: true, message: 'the disk is full' }),
    },
    ...site,
  })
  open.list(device({ deviceId: 'van', memo: 'Hall 3' }))
  await screen.findByRole('heading', { name: 'User stream log' })
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => fireEvent.click(button(name)))
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const days = () => [...document.querySelectorAll<HTMLButtonElement>('.rdp-day:not(.rdp-outside) button')]
const chooseDay = () => act(async () => fireEvent.click(days()[0]!))
const asked = () => open?.called.filter(({ path }) => path === streamLogPath).map(({ body }) => body as object) ?? []
const cells = (at: number) =>
  [
    ...(within(screen.getByRole('grid', { name: 'User stream log' }))
      .getAllByRole('row')
      [at]?.querySelectorAll('td') ?? []),
  ].map(({ textContent }) => textContent)

describe('the user stream log', () => {
  it('[SHELL-055] [USLOG-01] [USLOG-02] [USLOG-20] has filters for user, device, type and entrance, the last two with all first', async () => {
    await page()
    for (const label of ['User', 'Device ID']) expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('text')
    const words = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
    expect(words('Type')).toEqual([
      'All',
      'Liveview ask',
      'Local playback',
      'Download local',
      'Remote playback',
      'Download remote',
      'Liveview end',
    ])
    expect(words('Entrance')).toEqual(['All', 'GMS', 'Web', 'Rtsp'])
  })

  it('[USLOG-03] [USLOG-12] [USLOG-13] needs a first and a last day up to today, which Reset takes back', async () => {
    await page()
    const today = new Date(open?.clock.nowMs() ?? 0).getDate()
    expect(days().map(({ disabled }) => disabled)).toEqual(days().map((_, at) => at + 1 > today))
    expect(button('Query log').disabled).toBe(true)
    await chooseDay()
    expect(button('Query log').disabled).toBe(false)
    await press('Reset')
    expect(button('Query log').disabled).toBe(true)
    expect(asked()).toEqual([])
  })

  it('[USLOG-10] [USLOG-11] ignores input with a space or a single quote', async () => {
    await page()
    await type('User', 'ann')
    for (const text of ['ann ', "ann'", ' ', "an' or '1"]) {
      await type('User', text)
      expect(screen.getByLabelText<HTMLInputElement>('User').value).toBe('ann')
    }
    await type('Device ID', 'a b')
    expect(screen.getByLabelText<HTMLInputElement>('Device ID').value).toBe('')
  })

  it('[USLOG-04] [API2-127] [API2-128] asks for what is set, with the period as ISO times with an offset', async () => {
    await page()
    await type('User', 'ann')
    await type('Type', '5')
    await chooseDay()
    await press('Query log')
    await screen.findByText('no records')
    const [body] = asked() as { afterUpdatetime: string; beforeUpdatetime: string }[]
    expect(body).toMatchObject({ member: 'ann', deviceid: '', type: 5, offset: 0, limit: 500 })
    expect(body).not.toHaveProperty('entrance')
    const [from, to] = [body?.afterUpdatetime, body?.beforeUpdatetime].map((text) => new Date(text ?? ''))
    expect([from?.getHours(), from?.getDate(), to?.getHours(), to?.getDate()]).toEqual([0, 1, 0, 2])
  })

  it('[USLOG-05] [USLOG-08] [USLOG-09] shows each row in words', async () => {
    await page(() => [
      row(3, { type: 5, during: 90 }),
      row(2, { channel: 0, entrance: 0, type: 1 }),
      row(1, { entrance: 2 }),
    ])
    await chooseDay()
    await press('Query log')
    const heads = within(await screen.findByRole('grid', { name: 'User stream log' })).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '#',
      'User',
      'Device ID',
      'Ch',
      'Entrance',
      'Type',
      'Ask Time',
      'Duration',
      'Update Time',
    ])
    const [askTime, updateTime] = [localTimeText(1_790_000_000), localTimeText(1_790_000_090)]
    expect(cells(1)).toEqual(['1', 'ann', 'van', '2', 'Web', 'Liveview end', askTime, '90 s', updateTime])
    expect(cells(2).slice(3, 6)).toEqual(['All', 'GMS', 'Local playback'])
    expect(cells(3)[4]).toBe('Rtsp')
  })

  it('[USLOG-06] says that there are no records, and why a query failed', async () => {
    await page(() => {
      if (asked().length > 1) return []
      return { hasError: true, message: 'the disk is away' }
    })
    await chooseDay()
    await press('Query log')
    expect(await screen.findByText('the disk is away')).toBeTruthy()
    await press('Try again')
    expect(await screen.findByText('no records')).toBeTruthy()
  })

  it('shows more rows on demand, each of them once', async () => {
    const first = Array.from({ length: 500 }, (_, at) => row(1_000 - at))
    await page(({ offset }) => (offset === 0 ? first : [row(501), row(500)]))
    await chooseDay()
    await press('Query log')
    expect(await screen.findByText('Rows: 500')).toBeTruthy()
    await press('Show more')
    expect(await screen.findByText('Rows: 501')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('[VAR-21] [VAR-22] in one variant the vehicle id of the device stands in place of the channel', async () => {
    await page(() => [row(1)], { site: { plantArea: true } })
    await chooseDay()
    await press('Query log')
    const heads = within(await screen.findByRole('grid', { name: 'User stream log' })).getAllByRole('columnheader')
    expect(heads[3]?.textContent).toBe('Plant area')
    expect(cells(1)[3]).toBe('Hall 3')
  })

  it('[USLOG-04] [USLOG-14] [USLOG-15] exports all rows of the filter after a password was typed, and nothing without one', async () => {
    await page()
    const exportButton = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Export (ALL) log' })[0]!
    expect(exportButton().disabled).toBe(true)
    await type('User', 'ann')
    await chooseDay()
    await act(async () => fireEvent.click(exportButton()))
    const prompt = () => within(screen.getByRole('dialog'))
    const confirm = () => prompt().getByRole<HTMLButtonElement>('button', { name: 'Export (ALL) log' })
    expect(confirm().disabled).toBe(true)
    await act(async () => fireEvent.click(prompt().getByRole('button', { name: 'Cancel' })))
    await act(async () => fireEvent.click(exportButton()))
    await type('File password', 'x'.repeat(129))
    await act(async () => fireEvent.click(confirm()))
    const exported = () => open?.called.filter(({ path }) => path === streamLogExportPath).map(({ body }) => body)
    expect(exported()).toEqual([])
    await type('File password', 'open it')
    await act(async () => fireEvent.click(confirm()))
    await waitFor(() => expect(exported()).toMatchObject([{ member: 'ann', filepass: 'open it' }]))
    expect(await screen.findByText('the disk is full')).toBeTruthy()
  })
})
