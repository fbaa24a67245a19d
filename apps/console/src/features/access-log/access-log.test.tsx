// @vitest-environment happy-dom
import { type AccessLogRow, accessActionPath, accessLogPath } from '@fleetglass/contract/access-log'
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
  await import('./access-log.page.tsx')
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

const row: AccessLogRow = {
  serialno: '1-1-1',
  datetime: 1_790_000_000,
  type: 'vcp',
  ip: '192.0.2.1',
  username: 'ann',
  deviceid: 'van',
  action: 'Removed device …',
  method: 'D02',
  data: '{"body":{"A":"van"},"result":"ok"}',
}
const catalogue = [
  { type: 'vcp', method: 'D02', action: 'Removed device …' },
  { type: 'web', method: 'GET', action: 'Read fences', data: { url: '/a' } },
  { type: 'web', method: 'GET', action: 'Read fences', data: { url: '/b' } },
]

async function page(): Promise<void> {
  open = await openConsole({
    path: '/accesslog',
    store: memoryStore(remembered),
    http: { [accessActionPath]: () => catalogue, [accessLogPath]: () => [row] },
  })
  await screen.findByRole('heading', { name: 'Access log' })
  await screen.findByRole('option', { name: 'Read fences' })
}

describe('the access log', () => {
  it('[SHELL-056] [ACCLOG-01] [ACCLOG-02] [ACCLOG-09] has filters for user, address, days and the actions of the catalogue', async () => {
    await page()
    for (const label of ['User', 'IP']) expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('text')
    expect([...screen.getByLabelText<HTMLSelectElement>('Action').options].map(({ text }) => text)).toEqual([
      'All',
      'Read fences',
      'Removed device …',
    ])
    expect(document.querySelector('.rdp-day')).toBeTruthy()
  })

  it('[USLOG-10] [USLOG-11] ignores input with a space or a single quote', async () => {
    await page()
    for (const name of ['User', 'IP'])
      for (const value of ['ann', 'ann ', "ann'", ' ']) {
        await act(async () => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
        expect([name, value, screen.getByLabelText<HTMLInputElement>(name).value]).toEqual([name, value, 'ann'])
      }
  })

  it('[ACCLOG-03] [API2-132] asks for what is set and shows each row', async () => {
    await page()
    await act(async () => fireEvent.change(screen.getByLabelText('IP'), { target: { value: '192.0.2.1' } }))
    await act(async () => fireEvent.change(screen.getByLabelText('Action'), { target: { value: row.action } }))
    await act(async () => fireEvent.click(document.querySelector('.rdp-day:not(.rdp-outside) button')!))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Query log' })))
    const grid = await screen.findByRole('grid', { name: 'Access log' })
    const heads = within(grid).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '#',
      'Date Time',
      'Type',
      'IP',
      'User',
      'Device ID',
      'Action',
      'Method',
      'Data (JSON)',
    ])
    const cells = [...grid.querySelectorAll('tbody td')].map(({ textContent }) => textContent)
    expect(cells).toEqual(['1', localTimeText(row.datetime), 'vcp', row.ip, 'ann', 'van', row.action, 'D02', row.data])
    const asked = open?.called.find(({ path }) => path === accessLogPath)?.body
    expect(asked).toMatchObject({ member: '', ip: '192.0.2.1', action: row.action, offset: 0 })
  })
})
