// @vitest-environment happy-dom
import { type AutoUploadFile, autoUploadFilePath, autoUploadPath } from '@fleetglass/contract/auto-upload'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await import('./auto-upload.page.tsx')
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

const file = (serialno: number, over: Partial<AutoUploadFile> = {}): AutoUploadFile => ({
  serialno,
  deviceid: 'van',
  filename: 'media_7_ch2.jpg',
  filesize: 2_048,
  fileext: 'jpg',
  filetime: 1_790_000_000,
  updatetime: 1_790_000_090,
  ...over,
})

async function page(answer: (body: Record<string, unknown>) => unknown = () => []): Promise<void> {
  open = await openConsole({
    path: '/autoupload',
    store: memoryStore(remembered),
    http: { [autoUploadPath]: answer as never },
  })
  await screen.findByRole('heading', { name: 'Auto-upload search' })
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => fireEvent.click(button(name)))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => act(async () => fireEvent.change(field(label), { target: { value } }))
const days = () => [...document.querySelectorAll<HTMLButtonElement>('.rdp-day:not(.rdp-outside) button')]
const chooseDay = () => act(async () => fireEvent.click(days()[0]!))
const asked = () => open?.called.filter(({ path }) => path === autoUploadPath).map(({ body }) => body as object) ?? []

describe('the search for automatic uploads', () => {
  it('[SHELL-058] [AUTOUP-01] [AUTOUP-02] [AUTOUP-13] has two text filters, which say what they take', async () => {
    await page()
    for (const label of ['Device ID', 'File Extension'])
      expect([field(label).type, field(label).placeholder]).toEqual(['text', 'All or enter'])
  })

  it('[AUTOUP-03] [AUTOUP-04] the search needs the first and the last day', async () => {
    await page()
    expect(button('Search').disabled).toBe(true)
    await chooseDay()
    expect(button('Search').disabled).toBe(false)
    await press('Reset')
    expect(button('Search').disabled).toBe(true)
    expect(asked()).toEqual([])
  })

  it('[AUTOUP-06] [AUTOUP-07] ignores input with a space or a single quote', async () => {
    await page()
    for (const label of ['Device ID', 'File Extension']) {
      await type(label, 'van%')
      for (const text of ['van ', "van'", ' ', "' or '1"]) {
        await type(label, text)
        expect(field(label).value).toBe('van%')
      }
    }
  })

  it('[AUTOUP-08] [AUTOUP-09] [API2-148] leaves out what is empty, and asks for whole local days in unix seconds', async () => {
    await page()
    await chooseDay()
    await press('Search')
    await screen.findByText('no records')
    await type('Device ID', 'van')
    await press('Search')
    await screen.findByText('no records')
    await type('File Extension', 'jpg')
    await press('Search')
    await screen.findByText('no records')
    const [none, device, both] = asked() as Record<string, unknown>[]
    expect(none).not.toHaveProperty('deviceid')
    expect(none).not.toHaveProperty('fileext')
    expect(device).toMatchObject({ deviceid: 'van' })
    expect(device).not.toHaveProperty('fileext')
    expect(both).toMatchObject({ deviceid: 'van', fileext: 'jpg' })
    const [from, to] = [none?.['afterTime'], none?.['beforeTime']].map((seconds) => new Date(Number(seconds) * 1000))
    expect([from?.getHours(), from?.getDate(), to?.getHours(), to?.getDate()]).toEqual([0, 1, 0, 2])
  })

  it('[AUTOUP-05] [AUTOUP-10] [API2-149] shows each file, with a link to its bytes', async () => {
    await page(() => [file(12), file(11, { filename: `a'b "c".txt`, fileext: 'txt' })])
    await chooseDay()
    await press('Search')
    const table = within(await screen.findByRole('grid', { name: 'Auto-upload search' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Serial No',
      'Device ID',
      'File Name',
      'File Size',
      'Extension',
      'File Time',
      'Update Time',
      'Download',
    ])
    const cells = [...(table.getAllByRole('row')[1]?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    )
    const times = [localTimeText(1_790_000_000), localTimeText(1_790_000_090)]
    expect(cells).toEqual(['12', 'van', 'media_7_ch2.jpg', expect.stringMatching(/^2(\.0)? KB$/), 'jpg', ...times, ''])
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download media_7_ch2.jpg' })
    expect(link.getAttribute('href')).toMatch(
      new RegExp(`^${autoUploadFilePath}/media_7_ch2[.]jpg[?]u=[^&]+&p=[^&]+&s=12$`),
    )
    const quoted = screen.getByRole('link', { name: `Download a'b "c".txt` }).getAttribute('href') ?? ''
    expect(decodeURIComponent(quoted.split('/').at(-1)?.split('?')[0] ?? '')).toBe(`a'b "c".txt`)
  })

  it('[ERR2-04] says why a search failed, by a notice too, and tries again', async () => {
    await page(() => (asked().length > 1 ? [] : { hasError: true, message: 'the disk is away' }))
    await chooseDay()
    await press('Search')
    expect(await screen.findAllByText('the disk is away')).toHaveLength(2)
    expect(document.querySelector('.notice-error')?.textContent).toBe('errorthe disk is away')
    await press('Try again')
    expect(await screen.findByText('no records')).toBeTruthy()
  })
})
