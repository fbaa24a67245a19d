// @vitest-environment happy-dom
import { passwordPath } from '@fleetglass/contract/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { setUpLoginPage, start, type } from './login-page.fixtures.tsx'

setUpLoginPage()

describe('the change of a password', () => {
  const asked = 'the new password is the old one'

  async function openModal(answer: () => unknown) {
    const store = memoryStore({ ...remembered, [storageKeys.passwordHash]: passwordHash })
    const site = await start({ path: '/blockview', store, http: { [passwordPath]: answer } })
    fireEvent.click(await screen.findByRole('button', { name: 'Account of admin' }))
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Change password/ })))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
    await dialog.findByLabelText('Current password')
    return { ...site, dialog, fill: (label: string, value: string) => type(label, value, dialog as typeof screen) }
  }
  const stored = 'the one the server knows'

  const openFilled = async () => {
    const { dialog, fill, channel } = await openModal(() => ({ hasError: false, message: '' }))
    act(() => {
      const state = channel.state.getState()
      if (state.kind !== 'online') throw new Error('not online')
      channel.state.setState({ ...state, session: { ...state.session, ownHash: sha256Hex(stored) } }, true)
    })
    const canSave = () => !dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled
    const incorrect = (label: string) => {
      const field = dialog.getByLabelText(label)
      return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
    }
    return { fill, canSave, incorrect }
  }

  it('[SHELL-095] [LOGIN-59] [LOGIN-60] [LOGIN-61] Save waits for the right current password and a new one that is repeated', async () => {
    const { fill, canSave } = await openFilled()
    expect(canSave()).toBe(false)
    fill('Current password', 'something else')
    fill('New password', 'a')
    fill('Repeat the new password', 'a')
    expect(canSave()).toBe(false)
    fill('Current password', stored)
    expect(canSave()).toBe(true)
    fill('Repeat the new password', 'b')
    expect(canSave()).toBe(false)
    fill('New password', '')
    fill('Repeat the new password', '')
    expect(canSave()).toBe(false)
  })

  it('[LOGIN-62] [LOGIN-63] a mismatch shows "Incorrect" at its field, and an untouched field shows nothing', async () => {
    const { fill, incorrect } = await openFilled()
    const said = () => [incorrect('Current password'), incorrect('Repeat the new password')]
    expect(said()).toEqual(['', ''])
    fill('Current password', 'something else')
    fill('New password', 'a')
    fill('Repeat the new password', 'a')
    expect(said()).toEqual(['Incorrect', ''])
    fill('Current password', stored)
    fill('Repeat the new password', 'b')
    expect(said()).toEqual(['', 'Incorrect'])
  })

  async function change(answer: () => unknown) {
    const site = await openModal(answer)
    act(() => {
      const state = site.channel.state.getState()
      if (state.kind !== 'online') throw new Error('not online')
      site.channel.state.setState({ ...state, session: { ...state.session, ownHash: sha256Hex(stored) } }, true)
    })
    site.fill('Current password', stored)
    for (const label of ['New password', 'Repeat the new password']) site.fill(label, 'new')
    await act(async () => fireEvent.click(site.dialog.getByRole('button', { name: 'Save' })))
    return site
  }

  it('[LOGIN-64] [LOGIN-65] one that succeeds logs out, and then the page is loaded again', async () => {
    const { channel, reloads } = await change(() => ({ hasError: false, message: 'changed' }))
    await waitFor(() => expect(reloads()).toBe(1))
    expect(channel.state.getState().kind).toBe('idle')
  })

  it('[LOGIN-67] one that the server refuses shows its message for 5 s', async () => {
    const { dialog, clock, channel } = await change(() => ({ hasError: true, message: asked }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(asked))
    act(() => clock.advance(4999))
    expect(dialog.getByRole('alert').textContent).toBe(asked)
    act(() => clock.advance(1))
    expect([dialog.getByRole('alert').textContent, channel.state.getState().kind]).toEqual(['', 'online'])
  })

  it('the same refusal, repeated, stays its whole time', async () => {
    const { dialog, clock, called } = await change(() => ({ hasError: true, message: asked }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(asked))
    act(() => clock.advance(4000))
    const before = called.length
    await act(async () => fireEvent.submit(document.querySelector('.password-form')!))
    await waitFor(() => expect(called.length).toBeGreaterThan(before))
    await act(async () => {})
    act(() => clock.advance(4999))
    expect(dialog.getByRole('alert').textContent).toBe(asked)
  })

  it('[RIGHT-075] is not offered where the site has switched it off', async () => {
    await start({ path: '/blockview', store: memoryStore(remembered), site: { changePassword: false } })
    fireEvent.click(await screen.findByRole('button', { name: 'Account of admin' }))
    await screen.findByRole('button', { name: /Log out/ })
    expect(screen.queryByRole('button', { name: /Change password/ })).toBeNull()
  })
})
