// @vitest-environment happy-dom
import { type FirmwarePlan, firmwarePlansPath, firmwareStorePath } from '@fleetglass/contract/firmware'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
let plans: FirmwarePlan[]
beforeAll(async () => {
  await startAllTexts()
  await import('./firmware.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
  plans = [
    { autofwid: 1, targetfw: 'VAN_2.0', url: 'http://files.test/van', memo: 'spring', updatetime: 1_767_600_000 },
  ]
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** A server that stores what it receives. */
async function openPlans(): Promise<TestConsole> {
  const http = {
    [firmwareStorePath]: () => [],
    [firmwarePlansPath]: (body: unknown) => {
      if (body === undefined || body === null) return plans
      const { autofwid, username: _, password: __, ...rest } = body as Partial<FirmwarePlan> & Record<string, unknown>
      if (autofwid === undefined)
        plans = [...plans, { ...(rest as FirmwarePlan), autofwid: 2, updatetime: 1_767_700_000 }]
      else if (Object.keys(rest).length === 0) plans = plans.filter((plan) => plan.autofwid !== autofwid)
      else plans = plans.map((plan) => (plan.autofwid === autofwid ? { ...plan, ...rest } : plan))
      return plans
    },
  }
  open = await openConsole({ path: '/devicefirmwareupdate', store: memoryStore(remembered), http })
  fireEvent.click(await screen.findByRole('tab', { name: 'Auto Update Plan' }))
  await screen.findByLabelText('Url of VAN_2.0')
  return open
}
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add Plan' })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the tab Auto Update Plan', () => {
  it('[FW-33] [FW-35] [FW-36] adds a plan, once it has a target and an address', async () => {
    await openPlans()
    expect(addButton().disabled).toBe(true)
    type('Target Firmware', 'BUS_1.1')
    expect(addButton().disabled).toBe(true)
    type('Url', 'http://files.test/bus')
    expect(addButton().disabled).toBe(false)
    type('Target Firmware', ' ')
    expect(addButton().disabled).toBe(true)
    type('Target Firmware', 'BUS_1.1')
    type('Memo', 'summer')
    await act(async () => fireEvent.click(addButton()))
    await screen.findByLabelText('Url of BUS_1.1')
    expect(plans[1]).toMatchObject({ targetfw: 'BUS_1.1', url: 'http://files.test/bus', memo: 'summer' })
    expect(screen.getByLabelText<HTMLInputElement>('Target Firmware').value).toBe('')
  })

  it('[FW-34] [FW-37] [FW-38] [FW-39] edits where a text stands: target and address may not be empty, a memo may', async () => {
    const { called } = await openPlans()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Target Firmware', 'Url', 'Memo', 'Updatetime', 'Del'])
    for (const [field, count] of [
      ['Target Firmware', 1],
      ['Url', 2],
    ] as const) {
      const input = screen.getByLabelText(`${field} of VAN_2.0`)
      fireEvent.change(input, { target: { value: '' } })
      fireEvent.keyDown(input, { key: 'Enter' })
      await waitFor(() => expect(screen.getAllByText('cannot be empty')).toHaveLength(count))
    }
    expect(called.filter(({ method }) => method === 'PUT')).toEqual([])
    const memo = screen.getByLabelText('Memo of VAN_2.0')
    fireEvent.change(memo, { target: { value: '' } })
    await act(async () => fireEvent.keyDown(memo, { key: 'Enter' }))
    await waitFor(() => expect(plans).toMatchObject([{ targetfw: 'VAN_2.0', memo: '' }]))
  })

  it('[FW-43] asks before a plan is deleted, and names it', async () => {
    await openPlans()
    fireEvent.click(screen.getByRole('button', { name: 'Delete VAN_2.0' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('VAN_2.0')
    expect(plans).toHaveLength(1)
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })))
    await screen.findByText('No plans')
  })
})
