// @vitest-environment happy-dom
import { groupDevicesPath, userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { toastList } from '../../ui/toast-list.ts'

let close = () => {}
beforeAll(() => startAllTexts())
afterEach(() => {
  close()
  cleanup()
  toastList.setState([], true)
})

it('a group that the server refuses shows its message once, and every device is listed again', async () => {
  const http = {
    [userGroupPath]: () => [
      { groupid: 'root', name: 'All of us', parentid: null },
      { groupid: 'north', name: 'North', parentid: 'root' },
    ],
    [groupDevicesPath]: () => ({ hasError: true, message: 'not this group' }),
  }
  const opened = await openConsole({ path: '/blockview', store: memoryStore(remembered), http })
  close = opened.close
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group' })
  await act(async () => fireEvent.change(select, { target: { value: 'north' } }))
  const told = () => [...document.querySelectorAll('.toasts li')].map((notice) => notice.textContent)
  await waitFor(() => expect(told().join()).toContain('not this group'))
  expect([told().length, select.value]).toEqual([1, ''])
})
