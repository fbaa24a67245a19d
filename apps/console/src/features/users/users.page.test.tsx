// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { USERS_MAX } from '@fleetglass/contract/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import {
  button,
  chooseGroup,
  click,
  closeUsersPage,
  field,
  form,
  listed,
  openUsersPage,
  sentMessages,
  submit,
  testUser,
  type,
  typeDay,
  typeHalfDay,
  writes,
} from './users.fixtures.tsx'

beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./users.page.tsx')
})
afterEach(closeUsersPage)

const ann = testUser('ann', { groupid: '2', permission: 3, memo: 'night', expirydate: '2099-12-31' })
const page = async (options: Parameters<typeof openUsersPage>[0] = {}) => {
  await openUsersPage({ users: [ann, testUser('ben')], ...options })
  await screen.findByRole('grid', { name: 'Users of the site' })
}
async function typeNewUser(): Promise<void> {
  await click(button('Add user'))
  await type('User name', 'cem')
  await type('Password', 'Secret 1')
  await type('Confirm password', 'Secret 1')
  await chooseGroup('Depot 0')
}

describe('the table', () => {
  it('[USR-01] [USR-02] [USR-04] [USR-06] /usersetting lists the users with group, permission by name, expiry and times, and is searched', async () => {
    await page()
    expect(listed()).toEqual(['admin', 'ann', 'ben'])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(
      expect.arrayContaining(['User name', 'Group', 'Permission', 'Expires', 'Last login', 'Updated']),
    )
    const row = screen.getByRole('rowheader', { name: 'ann' }).closest('tr')
    expect(row?.textContent).toContain('Depot 0Viewer2099-12-31Never')
    await act(async () =>
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search users' }), { target: { value: 'night' } }),
    )
    expect(listed()).toEqual(['ann'])
  })

  it('on a phone each user is a card: the name, and below it each field with its label', async () => {
    await page({ mobile: true })
    const card = screen.getByRole('rowheader', { name: 'ann' }).closest('tr')
    const fields = [...(card?.querySelectorAll<HTMLElement>('td[data-label]') ?? [])].filter(
      ({ textContent }) => textContent !== '',
    )
    expect(screen.getByRole('grid').dataset.stacked).toBe('true')
    expect(fields.map(({ dataset, textContent }) => `${dataset.label}: ${textContent}`)).toEqual([
      'Group: Depot 0',
      'Permission: Viewer',
      'Expires: 2099-12-31',
      'Last login: Never',
      'Memo: night',
    ])
  })

  it('the button for second factor, sessions and tokens has a text, and the user in its name', async () => {
    await page()
    const access = button('Login and security of ann')
    expect(access.textContent).toBe('Login and security')
    expect(access.title).toBe('Second factor, open sessions and API tokens of ann')
    await click(access)
    expect(await screen.findByText('Login and security of ann')).toBeTruthy()
  })

  it('[USR-43] is requested again after a second when it could not be loaded', async () => {
    let failures = 1
    const list = () => {
      if (failures-- > 0) throw new TypeError('no server')
      return [ann]
    }
    await openUsersPage({ list })
    await screen.findByText('no server')
    await screen.findByRole('rowheader', { name: 'ann' })
  })

  it('[USR-29] [USR-22] says with 1000 users that there cannot be more, and Add stays disabled', async () => {
    const users = Array.from({ length: USERS_MAX - 1 }, (_, n) => testUser(`user ${n}`))
    await page({ users })
    expect(document.querySelectorAll('tbody tr[data-row]').length).toBeLessThan(100)
    screen.getByText('Cannot add new user because max member count = 1000')
    await typeNewUser()
    expect(submit('Add').disabled).toBe(true)
  })
})

describe('the form', () => {
  it('[USR-03] [USR-13] [USR-14] is opened and closed by the add button, beside the table', async () => {
    await page()
    expect(screen.queryByRole('complementary')).toBeNull()
    await click(button('Add user'))
    form().getByRole('heading', { name: 'New user' })
    await click(button('Add user'))
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('[USR-15] [USR-05] opens for a row with what is stored, and the password change switched off', async () => {
    await page()
    await click(button('Edit ann'))
    expect([field('Memo').value, field('Expires').value, field('Group').value]).toEqual([
      'night',
      '2099-12-31',
      'Depot 0',
    ])
    expect(form().getByRole<HTMLInputElement>('switch', { name: 'Change password' }).checked).toBe(false)
    expect(form().queryByLabelText('Password')).toBeNull()
  })

  it('[USR-16] [USR-32] [USR-47] sends a new user with the hash of the password, shows the list of the answer and closes', async () => {
    await page({ account: () => [ann, testUser('cem')] })
    await typeNewUser()
    await click(submit('Add'))
    await waitFor(() => expect(listed()).toEqual(['ann', 'cem']))
    expect(screen.queryByRole('complementary')).toBeNull()
    const [sent] = writes()
    expect(sent).toMatchObject({
      method: 'POST',
      body: { editingName: 'cem', editingPW: sha256Hex('Secret 1'), editingGroupid: '2', editingPermission: 2 },
    })
    expect(JSON.stringify(sent)).not.toContain('Secret 1')
  })

  it.each<[string, () => Promise<void>]>([
    ['[USR-17] without a name', () => type('User name', '')],
    ['[USR-17] without a password', () => type('Password', '')],
    ['[USR-17] without a confirmation', () => type('Confirm password', '')],
    ['[USR-18] with another confirmation', () => type('Confirm password', 'Secret 2')],
    ['[USR-21] with a name that exists', () => type('User name', 'ann')],
    ['[USR-23] with an expiry that is half typed', () => typeHalfDay('Expires')],
  ])('%s a new user cannot be added', async (_, change) => {
    await page()
    await typeNewUser()
    expect(submit('Add').disabled).toBe(false)
    await change()
    expect(submit('Add').disabled).toBe(true)
  })

  it('[USR-20] without a group a new user cannot be added', async () => {
    await page()
    await click(button('Add user'))
    await type('User name', 'cem')
    await type('Password', 'Secret 1')
    await type('Confirm password', 'Secret 1')
    expect(submit('Add').disabled).toBe(true)
    await chooseGroup('All')
    expect(submit('Add').disabled).toBe(false)
  })

  it('[USR-24] [USR-25] [USR-28] a wanted new password needs an equal confirmation, or Incorrect is shown', async () => {
    await page()
    await click(button('Edit ann'))
    await click(form().getByRole('switch', { name: 'Change password' }))
    expect(submit('Save').disabled).toBe(true)
    await type('Password', 'Secret 1')
    await type('Confirm password', 'Secret 2')
    form().getByText('Incorrect')
    expect(submit('Save').disabled).toBe(true)
    await type('Confirm password', 'Secret 1')
    expect(submit('Save').disabled).toBe(false)
  })

  it('[USR-26] a user whose group is not there any more cannot be saved without another one', async () => {
    await page({ users: [testUser('ann', { groupid: '' })] })
    await click(button('Edit ann'))
    await type('Memo', 'day')
    expect(submit('Save').disabled).toBe(true)
    await chooseGroup('Depot 0')
    expect(submit('Save').disabled).toBe(false)
  })

  it('[USR-27] a change with an expiry that is no date cannot be saved, and only what differs is sent', async () => {
    await page()
    await click(button('Edit ann'))
    await typeHalfDay('Expires')
    expect(submit('Save').disabled).toBe(true)
    await typeDay('Expires', '2030-02-03')
    await click(submit('Save'))
    await waitFor(() =>
      expect(writes()).toEqual([
        { method: 'PUT', body: expect.objectContaining({ editingName: 'ann', expirydate: '2030-02-03' }) },
      ]),
    )
    expect(writes()[0]?.body).not.toHaveProperty('memo')
  })

  it('sends what was changed since it was opened, and not back what another user changed meanwhile', async () => {
    let stored = ann
    const refused = () => ({ hasError: true, message: 'mail1: is no mail address' })
    await page({ list: () => [stored, testUser('ben')], account: refused })
    await click(button('Edit ann'))
    await type('Phone', '1')
    stored = { ...ann, memo: 'changed by another user' }
    await click(submit('Save'))
    await form().findByText(/is no mail address/)
    await screen.findByText('changed by another user')
    await type('Phone', '2')
    await click(submit('Save'))
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes()[1]?.body).toMatchObject({ phone: '2' })
    expect(writes()[1]?.body).not.toHaveProperty('memo')
  })

  it('shows the reason of the server at the field that it names', async () => {
    await page({ account: () => ({ hasError: true, message: 'mail1: is no mail address' }) })
    await click(button('Edit ann'))
    await type('Email', 'a@b')
    await click(submit('Save'))
    await form().findByText('is no mail address')
  })

  it('[USR-41] [USR-42] offers 20 groups at a time and finds the others by typing', async () => {
    await page({ groups: 60 })
    await click(button('Add user'))
    const combo = form().getByRole('combobox', { name: 'Group' })
    await act(async () => fireEvent.focus(combo))
    const list = within(form().getByRole('listbox', { name: 'Group' }))
    expect(list.getAllByRole('option')).toHaveLength(20)
    await act(async () => fireEvent.change(combo, { target: { value: 'depot 59' } }))
    await act(async () => fireEvent.keyDown(combo, { key: 'Enter' }))
    expect(field('Group').value).toBe('Depot 59')
  })
})

describe('the form of the user who is logged in', () => {
  it('takes the current password, and a code where the server asks for one, before it changes how they log in', async () => {
    const refusals = ['currentCode: type a code of your second factor as well']
    const account = () => {
      const message = refusals.shift()
      return message === undefined ? [testUser('admin', { permission: 0 })] : { hasError: true, message }
    }
    await page({ account })
    await click(button('Edit admin'))
    await type('Memo', 'night')
    expect(form().queryByLabelText('Current password')).toBeNull()
    await click(field('Change password'))
    await type('Password', 'Secret 2')
    await type('Confirm password', 'Secret 2')
    expect(submit('Save').disabled).toBe(true)
    await type('Current password', 'Secret 1')
    await click(submit('Save'))
    await form().findByText('type a code of your second factor as well')
    await type('Code', '123 456')
    await click(submit('Save'))
    await waitFor(() =>
      expect(writes()).toMatchObject([
        { body: { editingName: 'admin', currentPassword: sha256Hex('Secret 1') } },
        { body: { editingPW: sha256Hex('Secret 2'), currentPassword: sha256Hex('Secret 1'), currentCode: '123 456' } },
      ]),
    )
  })
})

describe('a question', () => {
  it('[USR-38] names the user who is to be deleted, and cancelling sends nothing', async () => {
    await page()
    expect(screen.queryByRole('button', { name: 'Delete admin' })).toBeNull()
    await click(button('Delete ann'))
    const dialog = await screen.findByRole('dialog', { name: 'Are you really delete ann' })
    await click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(writes()).toEqual([])
    await click(button('Delete ann'))
    await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE', body: { editingName: 'ann' } }]))
  })

  it('[USR-16] closes the form when it was answered with a deletion', async () => {
    await page()
    await click(button('Edit ben'))
    form().getByRole('heading', { name: 'ben' })
    await click(button('Delete ann'))
    await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('complementary', { hidden: true })).toBeNull())
    expect(writes()).toHaveLength(1)
  })
})

describe('in the strict deployment', () => {
  const strict = { site: { strictPassword: true } }

  it('[VAR-10] [VAR-11] [USR-39] [USR-40] a last login of more than 180 days ago is red and has a button that activates the user after a question', async () => {
    await page({ ...strict, users: [testUser('ann', { logintime: 1 })] })
    expect(screen.getByText(/^1970-01-01/).className).not.toBe('')
    await click(button('Activate ann'))
    const dialog = await screen.findByRole('dialog', { name: 'Active ann?' })
    await click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(writes()).toEqual([])
    await click(button('Activate ann'))
    await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Activate' }))
    await waitFor(() =>
      expect(writes()).toMatchObject([{ method: 'PUT', body: { editingName: 'ann', resetLogintime: true } }]),
    )
  })

  it('[VAR-08] [VAR-09] [USR-19] expiry and a retention of 30 are read-only, and a weak password cannot be added', async () => {
    await page(strict)
    await typeNewUser()
    expect([field('Expires').readOnly, field(/^Retention/).readOnly, field(/^Retention/).value]).toEqual([
      true,
      true,
      '30',
    ])
    expect(submit('Add').disabled).toBe(true)
    await type('Password', 'Tramline7')
    await type('Confirm password', 'Tramline7')
    expect(submit('Add').disabled).toBe(false)
  })
})

describe('a site', () => {
  it('[VAR-14] [VAR-15] [VAR-16] of peers offers no permission 0, begins with 1 and deletes no user', async () => {
    await page({ site: { p2p: true } })
    expect(screen.queryByRole('button', { name: 'Delete ann' })).toBeNull()
    await click(button('Add user'))
    const choice = form().getByRole<HTMLSelectElement>('combobox', { name: 'Permission' })
    expect([choice.value, [...choice.options].map(({ value }) => value)]).toEqual(['1', ['1', '2', '3']])
  })

  it('[VAR-18] [VAR-19] offers the external pair only with externalSetting', async () => {
    for (const externalSetting of [false, true]) {
      await page({ site: { externalSetting } })
      await click(button('Edit ann'))
      const labels = ['External user', 'External password'].map((name) => form().queryByLabelText(name) !== null)
      expect(labels).toEqual([externalSetting, externalSetting])
      closeUsersPage()
    }
  })
})

describe('the list of recorders', () => {
  it('[USR-44] [USR-45] [USR-46] is for users with F_rmdvrs: devices on the left, the chosen one on the right, removed after a question', async () => {
    await page({ access: withoutFlags(fullAccess, ['F_rmdvrs']) })
    expect(screen.queryByRole('link', { name: 'Remove recorders' })).toBeNull()
    closeUsersPage()
    await page({ devices: [device({ deviceId: 'VAN-1', plate: 'AB 12' }), device({ deviceId: 'VAN-2' })] })
    await click(screen.getByRole('link', { name: 'Remove recorders' }))
    const list = within(await screen.findByRole('navigation', { name: 'Devices' }))
    await click(list.getByRole('link', { name: /VAN-1/ }))
    const details = within(screen.getByRole('region', { name: 'VAN-1' }))
    details.getByText('AB 12')
    await click(details.getByRole('button', { name: 'Remove' }))
    expect(sentMessages('D02')).toEqual([])
    await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(sentMessages('D02')).toMatchObject([{ A: 'VAN-1' }])
  })
})
