// @vitest-environment happy-dom
import { type RecordSettings, recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

const row = (deviceid: string, more: object = {}): RecordSettings => ({
  deviceid,
  extid: '',
  driver: 'Lin',
  vehicleid: 'blue',
  channel: 4,
  streamtype: '1100',
  chmask: '1111',
  recenable: 1,
  recdays: 0,
  serverdays: 7,
  recaudio: 3,
  netlimit: 1,
  maxnetflow: 512_000,
  monthbytes: 1e9,
  limited: 1,
  ...more,
})
const rows = [
  row('van'),
  row('bus', { recdays: 30, netlimit: 0, recenable: 2, limited: 0 }),
  row('taxi', { maxnetflow: 0 }),
]

let open: Console | null = null
let giveBack: () => void
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

async function page(answer: (body: unknown) => unknown = () => rows, more: object = {}): Promise<void> {
  const http = {
    [recordSettingsPath]: (body: unknown) =>
      Object.hasOwn(body as object, 'deviceids') ? { hasError: false, message: '' } : answer(body),
  }
  const replies = { D03: () => ({ deviceid: 'van', plate: 'KAA' }) }
  open = await openConsole({
    path: '/regdevices',
    store: memoryStore(remembered),
    host: 'localhost',
    http,
    replies,
    ...more,
  })
}
const ready = () => screen.findByRole('heading', { name: 'Local device settings' })
const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const puts = () => open?.called.filter(({ method }) => method === 'PUT').map(({ body }) => body) ?? []
const press = (name: string) => act(async () => fireEvent.click(button(name)))
const tick = (name: string) => act(async () => fireEvent.click(screen.getByLabelText(name)))

describe('local device settings', () => {
  it('[REC-01] [REC-18] [SHELL-042] [RIGHT1-11] the page lists the registered devices with their recording fields, sorted and found', async () => {
    await page()
    await ready()
    expect(rowNames()).toEqual(['bus', 'taxi', 'van'])
    const [head, ...body] = screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent))
    const cells = Object.fromEntries((head ?? []).map((name, at) => [name, body[2]?.[at]]))
    expect(cells).toMatchObject({
      Driver: 'Lin',
      'Main stream': '1100',
      Recording: 'All channels',
      Sound: 'All microphones, recorded',
    })
    expect(cells).toMatchObject({
      'Record days': 'Default (7 days)',
      'Net-flow limit': '500 MB',
      'This month': '953.67 MB · used up',
    })
    await press('Record days')
    await press('Record days')
    expect(rowNames()[0]).toBe('bus')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'TAX' } })
    await waitFor(() => expect(rowNames()).toEqual(['taxi']))
  })

  it('[REC-11] [REC-16] 0 record days are the days of the server, and unlimited only where those are 0 too', async () => {
    await page(() => [
      row('van'),
      row('bus', { serverdays: 0 }),
      row('taxi', { recdays: 30 }),
      row('tram', { serverdays: 1 }),
    ])
    await ready()
    expect(screen.getByText('Default (1 day)')).toBeTruthy()
    const days = ['Default (7 days)', 'Unlimited', '30 days'].map((text) => screen.getByText(text).closest('tr'))
    expect(days.map((line) => within(line as HTMLElement).getByRole('rowheader').textContent)).toEqual([
      'van',
      'bus',
      'taxi',
    ])
  })

  it('[REC-09] [REC-10] [REC-11] [REC-14] one save sets the record days of all chosen devices; it is off without a device and for negative days', async () => {
    await page()
    await ready()
    expect([button('Record days…').disabled, button('Net-flow limit…').disabled]).toEqual([true, true])
    await tick('Select all that are shown')
    await tick('Select bus')
    await press('Record days…')
    const dialog = await screen.findByRole('dialog', { name: 'Record days of 2 devices' })
    const days = within(dialog).getByLabelText('Record days')
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
    for (const wrong of ['-1', '', '1.5', '30000']) {
      fireEvent.change(days, { target: { value: wrong } })
      expect(save.disabled).toBe(true)
    }
    fireEvent.change(days, { target: { value: '0' } })
    expect(save.disabled).toBe(false)
    await act(async () => fireEvent.click(save))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(puts()).toMatchObject([{ deviceids: ['van', 'taxi'], name: 'recdays', value: 0 }])
  })

  it('[REC-08] [REC-12] [REC-13] a limit is entered in MB and sent as "flag,KB"; 0 is unlimited', async () => {
    await page()
    await ready()
    await tick('Select van')
    for (const [megabytes, value] of [
      ['500', '1,512000'],
      ['0', '1,0'],
    ] as const) {
      await press('Net-flow limit…')
      const dialog = await screen.findByRole('dialog', { name: 'Net-flow limit of 1 device' })
      fireEvent.change(within(dialog).getByLabelText('Limit (MB)'), { target: { value: megabytes } })
      await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(puts().at(-1)).toMatchObject({ deviceids: ['van'], name: 'netlimit', value })
    }
  })

  it('[REC-12] [REC-13] the limit begins off, and on with the limit that all chosen devices have; on without a number is not saved', async () => {
    await page()
    await ready()
    const opened = async (device: string) => {
      await tick(device)
      await press('Net-flow limit…')
      const dialog = within(await screen.findByRole('dialog'))
      const [isOn, limit] = [/^Limit the traffic/, 'Limit (MB)'].map((name) =>
        dialog.getByLabelText<HTMLInputElement>(name),
      )
      const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
      const seen = [isOn?.checked, limit?.value, save.disabled]
      if (isOn?.checked === false) fireEvent.click(isOn)
      const told = [...seen, save.disabled]
      await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Cancel' })))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      return told
    }
    expect(await opened('Select van')).toEqual([true, '500', false, false])
    expect(await opened('Select bus')).toEqual([false, '', false, true])
  })

  it('[REC-18] [RIGHT2-15] an icon of each device opens its editor; for permission 1 icons and dialogs are absent', async () => {
    await page()
    await ready()
    await press('Edit van')
    expect(await screen.findByRole('dialog', { name: 'van Editor' })).toBeTruthy()
    open?.close()
    cleanup()
    await page(() => rows, { permission: 1 })
    await ready()
    for (const name of ['Edit van', 'Record days…', 'Net-flow limit…']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByLabelText('Select van')).toBeNull()
  })

  it('[RIGHT1-11] a permission of 2 is led away', async () => {
    await page(() => rows, { permission: 2 })
    await waitFor(() => expect(window.location.pathname).not.toBe('/regdevices'))
  })

  it('a list that did not come shows that and is requested again; an empty one shows that too', async () => {
    let refuses = true
    await page(() => (refuses ? { hasError: true, message: 'not now' } : []))
    expect((await screen.findByRole('alert')).textContent).toContain('not now')
    refuses = false
    await press('Try again')
    expect(await screen.findByText('No devices yet')).toBeTruthy()
  })
})
