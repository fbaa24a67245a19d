// @vitest-environment happy-dom
import { embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { groupLinkPath } from '@fleetglass/contract/groups'
import { userListPath } from '@fleetglass/contract/users'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, passwordHash, remembered } from './console.fixtures.tsx'

let site: Awaited<ReturnType<typeof openConsole>>
type Answers = NonNullable<Parameters<typeof openConsole>[0]['http']>
const open = async (path: string, http: Answers = {}) => {
  const store = memoryStore({ ...remembered, ServerIp: window.location.hostname })
  site = await openConsole({ path, store, host: window.location.hostname, http })
  await screen.findByRole('button', { name: 'Account of admin' })
  return site
}

beforeAll(() => startAllTexts())
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  site.close()
  cleanup()
})

describe('what goes wrong', () => {
  it('[ERR0-02] [ERR1-04] [ERR2-01] a call that the server refuses is an error notice with the title error and its message, shown once', async () => {
    let asked = 0
    const refuse = () => {
      asked += 1
      return { hasError: true, message: 'the pages are being moved' }
    }
    await open('/dashboard', { [embeddedPagesPath]: refuse })
    const text = await screen.findByText('the pages are being moved')
    expect(text.closest('.toasts')?.querySelectorAll('.notice-error')).toHaveLength(1)
    expect(text.closest('.notice')?.querySelector('.notice-title')?.textContent).toBe('error')
    expect(asked).toBe(1)
  })

  it.each([
    ['the settings', '/setting?tab=network', '/gkserver/network'],
    ['the groups', '/groupsetting', groupLinkPath],
    ['the users', '/usersetting', userListPath],
  ])('[ERR2-01] [ERR2-04] %s show a refusal as an error notice too', async (_, page, call) => {
    await open(page, { [call]: () => ({ hasError: true, message: 'refused today' }) })
    const notices = () => [...document.querySelectorAll('.notice-error')].map((notice) => notice.textContent)
    await expect.poll(notices).toEqual(['errorrefused today'])
  })

  it('[ERR0-04] [ERR0-05] [ERR1-01] [ERR2-08] a call that does not come through is only logged, without hash', async () => {
    const { logged } = await open('/dashboard')
    const calls = () => logged.filter((line) => /^(GET|POST) \/\S+: /.test(line))
    await expect.poll(calls).not.toEqual([])
    expect(document.querySelectorAll('.notice')).toHaveLength(0)
    expect(logged.join()).not.toContain(passwordHash)
  })

  it('[ERR0-01] the live view of an unknown device shows an error', async () => {
    const { list } = await open('/liveview/nobody')
    list()
    await act(async () => {})
    expect(await screen.findByText('Unknow device or device offline')).toBeDefined()
  })
})
