// @vitest-environment happy-dom
import { type CarMemo, type Customer, carMemoPath, customerPath } from '@fleetglass/contract/memos'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { toastList } from '../../ui/toast-list.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Saves = { memo?: string; type?: number; deviceid?: string; dkcustomer?: Customer; username?: string }

let open: Console | null = null

async function start(http: Record<string, (body: unknown) => unknown>, more: object = {}): Promise<Console> {
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered), http, ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(device({ deviceId: 'van' }), device({ deviceId: 'vat' }))
  return open
}

beforeAll(() => startAllTexts())
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  toastList.setState([], true)
})

const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const saved = (path: string) =>
  open?.called.filter((call) => call.path === path && call.method === 'PUT').map(({ body }) => body as Saves) ?? []
const notices = () => [...document.querySelectorAll('.toasts li')].map((notice) => notice.textContent)

describe('extra memos', () => {
  const kept: readonly CarMemo[] = [
    { deviceid: 'van', type: 0, memo: 'tyres in May' },
    { deviceid: 'van', type: 1, memo: 'loan' },
  ]
  /** A server that stores what it receives, unless it is set to refuse. */
  const memos = (refusal: string | null = null) => ({
    [carMemoPath]: (body: unknown) => {
      if (!Object.hasOwn(body as object, 'memo')) return kept
      return refusal === null ? { hasError: false, message: '' } : { hasError: true, message: refusal }
    },
  })
  const withMemos = (http: Record<string, (body: unknown) => unknown>, more: object = {}) =>
    start(http, { site: { extraMemo: true }, ...more })
  const cell = (number: 1 | 2, id = 'van') =>
    screen.findByRole('button', { name: new RegExp(`memo ${number} of ${id}`) })
  const box = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^Extra memo/ })
  const typeInto = (text: string) => fireEvent.change(box()!, { target: { value: text } })

  it('[DASH-53] [MEMO-10] there are two more columns in that variant only; type 0 is the first, and a device without one has an empty one', async () => {
    await start(memos())
    expect(headers().filter((name) => name?.startsWith('Extra'))).toEqual([])
    open?.close()
    cleanup()
    await withMemos(memos())
    expect(headers().filter((name) => name?.startsWith('Extra'))).toEqual(['Extra Memo 1', 'Extra Memo 2'])
    await waitFor(async () => expect((await cell(1)).textContent).toBe('tyres in May'))
    expect((await cell(2)).textContent).toBe('loan')
    expect((await cell(1, 'vat')).textContent).toBe('')
  })

  it('[DASH-54] [MEMO-01] a click makes a text box of a memo', async () => {
    await withMemos(memos())
    await waitFor(async () => expect((await cell(2)).textContent).toBe('loan'))
    expect(box() ?? null).toBeNull()
    fireEvent.click(await cell(2))
    expect([box()?.value, document.activeElement === box()]).toEqual(['loan', true])
  })

  it('[DASH-55] [DASH-57] [MEMO-02] [MEMO-09] Enter saves a memo once and shows it as text', async () => {
    await withMemos(memos())
    await waitFor(async () => expect((await cell(2)).textContent).toBe('loan'))
    fireEvent.click(await cell(2))
    typeInto('sold')
    const input = box()!
    await act(async () => {
      fireEvent.keyDown(input, { key: 'Enter' })
      fireEvent.blur(input)
    })
    await waitFor(async () => expect((await cell(2)).textContent).toBe('sold'))
    expect(saved(carMemoPath)).toMatchObject([{ deviceid: 'van', type: 1, memo: 'sold', username: 'admin' }])
    expect((await cell(1)).textContent).toBe('tyres in May')
  })

  it('[DASH-56] [DASH-57] [MEMO-03] [MEMO-09] leaving it saves too; an unchanged memo is not sent, nor one that Escape left', async () => {
    await withMemos(memos())
    await waitFor(async () => expect((await cell(1)).textContent).toBe('tyres in May'))
    fireEvent.click(await cell(1))
    await act(async () => fireEvent.blur(box()!))
    fireEvent.click(await cell(1))
    typeInto('not this')
    await act(async () => fireEvent.keyDown(box()!, { key: 'Escape' }))
    expect([(await cell(1)).textContent, saved(carMemoPath).length]).toEqual(['tyres in May', 0])
    fireEvent.click(await cell(1))
    typeInto('tyres in June')
    await act(async () => fireEvent.blur(box()!))
    await waitFor(() => expect(saved(carMemoPath)).toMatchObject([{ type: 0, memo: 'tyres in June' }]))
  })

  it('[ERR0-02] [ERR1-02] [MEMO-07] [MEMO-11] a refusal is shown in the words of the server at the top centre, and the previous text is back', async () => {
    await withMemos(memos('the memo is too long'))
    await waitFor(async () => expect((await cell(1)).textContent).toBe('tyres in May'))
    fireEvent.click(await cell(1))
    typeInto('other')
    await act(async () => fireEvent.blur(box()!))
    await waitFor(() => expect(notices().join()).toContain('the memo is too long'))
    expect((await cell(1)).textContent).toBe('tyres in May')
  })

  it('[ERR0-04] a call that no server answers is only logged', async () => {
    const { logged } = await withMemos({})
    await waitFor(() => expect(logged.some((line) => line.includes(carMemoPath))).toBe(true))
    fireEvent.click(await cell(1))
    typeInto('other')
    await act(async () => fireEvent.blur(box()!))
    await waitFor(() => expect(logged.filter((line) => line.includes(`PUT ${carMemoPath}`))).toHaveLength(1))
    expect(notices()).toEqual([])
    expect(logged.join()).not.toContain('F'.repeat(64))
  })

  it('[MEMO-04] [RIGHT-070] a permission of 2 reads them and cannot edit', async () => {
    await withMemos(memos(), { permission: 2 })
    expect(await screen.findByText('tyres in May')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Extra memo/ })).toBeNull()
  })
})

describe('customers of the peer-to-peer variant', () => {
  const words = {
    dealer: 'Lin',
    customer: 'Ng',
    salesman: 'Wu',
    address: 'A St',
    phone: '1',
    mail: 'a@b.c',
    memo: 'VIP',
  }
  const kept: Customer = { deviceid: 'van', ...words, follow: 1 }
  const customers = (refusal: string | null = null) => ({
    [customerPath]: (body: unknown) => {
      const { dkcustomer } = body as Saves
      if (dkcustomer === undefined) return [kept]
      return refusal === null ? [kept, dkcustomer] : { hasError: true, message: refusal }
    },
  })
  const peers = (refusal: string | null = null, more: object = {}) =>
    start(customers(refusal), { site: { p2p: true }, ...more })
  const rowOf = (id: string) => {
    const row = screen.getByRole('row', { name: new RegExp(id) })
    const texts = [...row.children].map((cell) => cell.textContent)
    return Object.fromEntries(headers().map((header, index) => [header, texts[index]]))
  }

  it.each([
    ['[DASH-47] the dealer has a column, in that variant only', 'Dealer', 'Lin'],
    ['[DASH-48] the customer has a column, in that variant only', 'Customer', 'Ng'],
    ['[DASH-49] the salesman has a column, in that variant only', 'Salesman', 'Wu'],
    ['[DASH-50] the memo has a column, in that variant only', 'Memo', 'VIP'],
    ['[DASH-51] follow has a column, in that variant only', 'Follow', 'Yes'],
  ])('%s', async (_, column, value) => {
    await start(customers())
    expect(headers()).not.toContain(column)
    open?.close()
    cleanup()
    await peers()
    await screen.findByText('Lin')
    expect(rowOf('van')).toMatchObject({ [column]: value })
    expect(rowOf('vat')).toMatchObject({ [column]: '' })
  })

  it('[DASH-52] each row has an action that edits its record; what was saved is shown', async () => {
    await peers()
    await screen.findByText('Lin')
    fireEvent.click(screen.getByRole('button', { name: 'Customer of vat' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Dealer').value).toBe('')
    fireEvent.change(within(dialog).getByLabelText('Dealer'), { target: { value: 'Ho' } })
    fireEvent.click(within(dialog).getByLabelText('Follow'))
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved(customerPath)).toMatchObject([{ dkcustomer: { deviceid: 'vat', dealer: 'Ho', follow: 1, phone: '' } }])
    expect(rowOf('vat')).toMatchObject({ Dealer: 'Ho', Follow: 'Yes' })
  })

  it('[MEMO-08] a refusal is shown in the words of the server, and the record stays open', async () => {
    await peers('no such dealer')
    await screen.findByText('Lin')
    fireEvent.click(screen.getByRole('button', { name: 'Customer of van' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Phone').value).toBe('1')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
    await waitFor(() => expect(notices().join()).toContain('no such dealer'))
    expect(screen.queryByRole('dialog')).toBeTruthy()
  })

  it('a permission of 2 cannot edit them', async () => {
    await peers(null, { permission: 2 })
    await screen.findByText('Lin')
    expect(screen.queryByRole('button', { name: /^Customer of/ })).toBeNull()
  })
})
