// @vitest-environment happy-dom
import { type DeviceInfo, deviceInfoPath } from '@fleetglass/contract/device-info'
import { type DriverInfo, driverInfoPath } from '@fleetglass/contract/drivers'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

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

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('driver info', () => {
  /** A server that stores what it receives. */
  async function page(more: object = {}): Promise<void> {
    const kept = new Map<string, DriverInfo>()
    for (const deviceid of ['van', 'bus']) {
      kept.set(deviceid, { deviceid, driver: 'Lin', gender: '', phone: '', birthday: '', update: 0 })
    }
    const http = {
      [driverInfoPath]: (body: unknown) => {
        const {
          deviceid,
          username: _,
          password: __,
          ...change
        } = body as { deviceid?: string; username: string; password: string }
        if (deviceid === undefined) return [...kept.values()]
        const before = kept.get(deviceid)
        if (before) kept.set(deviceid, { ...before, ...change, update: 1_767_600_000 })
        return { hasError: false, message: '' }
      },
    }
    // The page is there at the server's own address only.
    open = await openConsole({
      path: '/driversetting',
      store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
      host: 'localhost',
      http,
      ...more,
    })
    await screen.findByRole('heading', { name: 'Driver info' })
  }

  it('[SHELL-114] [C6] edits that were not saved are still there after the idle screen, which comes without a question', async () => {
    await page()
    const driver = await screen.findByLabelText<HTMLInputElement>('Driver Name of van')
    fireEvent.change(driver, { target: { value: 'Chen' } })
    act(() => open?.clock.advance(1_800_000))
    await waitFor(() => expect(window.location.pathname).toBe('/idle'))
    const back = await screen.findByRole('button', { name: 'Back to where you were' })
    expect([document.title, screen.queryByRole('dialog')]).toEqual(['Idle · Fleetglass', null])
    expect(driver.closest('[hidden]')).not.toBeNull()
    fireEvent.click(back)
    await waitFor(() => expect(window.location.pathname).toBe('/driversetting'))
    await waitFor(() => expect(driver.closest('[hidden]')).toBeNull())
    expect([driver.isConnected, driver.value]).toEqual([true, 'Chen'])
    expect(document.querySelector('.idle-page')).toBeNull()
    expect(document.title).not.toContain('Idle')
  })

  it('[DRV-01] [DRV-02] [SHELL-062] the table has the columns as named; those without data are empty', async () => {
    await page()
    expect(headers()).toEqual([
      'Device ID',
      'Driver Name',
      'Gender',
      'phone',
      'birthday',
      'pic',
      'Update Time',
      'Action',
    ])
    const [, first] = screen.getAllByRole('row')
    expect(first?.children[5]?.textContent).toBe('')
    expect(first?.children[6]?.textContent).toBe('')
  })

  it('[DRV-03] [DRV-04] [DRV-05] the name is edited in the table; here it is saved, by the icon of the row, and is there after a reload', async () => {
    await page()
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the driver of van' })
    expect(save().disabled).toBe(true)
    fireEvent.change(field('Driver Name of van'), { target: { value: 'Chen' } })
    fireEvent.change(field('Gender of van'), { target: { value: 'f' } })
    expect(save().disabled).toBe(false)
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(save().disabled).toBe(true))
    const saved = open?.called.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(saved).toMatchObject([{ deviceid: 'van', driver: 'Chen', gender: 'f' }])
    expect(saved?.[0]).not.toHaveProperty('phone')
    expect(field('Driver Name of van').value).toBe('Chen')
    expect(field('Driver Name of bus').value).toBe('Lin')
    await waitFor(() => expect(document.body.textContent).toContain('2026-01-05'))
  })

  it('[DRV-03] a phone number or birthday that cannot be saved is marked at its field, and is not sent', async () => {
    await page()
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the driver of van' })
    const mark = (name: string) => {
      const about = document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
      return [field(name).getAttribute('aria-invalid'), about]
    }
    expect(mark('phone of van')).toEqual(['false', ''])
    fireEvent.change(field('phone of van'), { target: { value: 'call me' } })
    expect(mark('phone of van')).toEqual(['true', 'Digits, blanks and + ( ) - . / # * only'])
    expect(save().disabled).toBe(true)
    await act(async () => fireEvent.keyDown(field('phone of van'), { key: 'Enter' }))
    fireEvent.change(field('phone of van'), { target: { value: '0912 345' } })
    fireEvent.change(field('birthday of van'), { target: { value: '1899-12-31' } })
    expect([mark('phone of van')[0], mark('birthday of van')]).toEqual(['false', ['true', 'A day from 1900 on']])
    expect(save().disabled).toBe(true)
    fireEvent.change(field('birthday of van'), { target: { value: '1985-02-03' } })
    await act(async () => fireEvent.click(save()))
    const saved = open?.called.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(saved).toEqual([expect.objectContaining({ phone: '0912 345', birthday: '1985-02-03' })])
  })

  it('[DRV-03] Enter saves what was typed; until then the browser shows a prompt before the page is closed', async () => {
    await page()
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const puts = () => open?.called.filter(({ method }) => method === 'PUT').length
    const name = () => field('Driver Name of van')
    await act(async () => fireEvent.keyDown(name(), { key: 'Enter' }))
    expect([isAsked(), puts()]).toEqual([false, 0])
    fireEvent.change(name(), { target: { value: 'Chen' } })
    expect(isAsked()).toBe(true)
    await act(async () => fireEvent.keyDown(name(), { key: 'Enter' }))
    await waitFor(() => expect([isAsked(), puts()]).toEqual([false, 1]))
  })
})

describe('device info', () => {
  const infos: readonly DeviceInfo[] = [
    { deviceid: 'v10', model: 'FG-2', firmware: '1.0', mobile: '8986' },
    { deviceid: 'v9', model: 'FG-1', firmware: '2.0', mobile: '13812345678' },
  ]

  it('[DEVINFO-01] [DEVINFO-02] [DEVINFO-03] [SHELL-063] the page is titled Disk Info and lists #, deviceid, model, f/w and mobile identification', async () => {
    open = await openConsole({
      path: '/devicemodelinfo',
      store: memoryStore(remembered),
      http: { [deviceInfoPath]: () => infos },
    })
    await screen.findByRole('heading', { name: 'Disk Info' })
    expect(document.title).toContain('Disk Info')
    expect(headers()).toEqual(['#', 'deviceid', 'model', 'f/w', 'mobile identification'])
    const lines = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((line) => [...line.children].map((cell) => cell.textContent))
    expect(lines()).toEqual([
      ['1', 'v9', 'FG-1', '2.0', '13812345678'],
      ['2', 'v10', 'FG-2', '1.0', '8986'],
    ])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'f/w' })))
    expect(lines()[0]).toEqual(['1', 'v10', 'FG-2', '1.0', '8986'])
  })
})
