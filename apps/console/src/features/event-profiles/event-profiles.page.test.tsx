// @vitest-environment happy-dom
import {
  type EventDefinition,
  type EventDefinitionLink,
  eventDefinitionLinksPath,
  eventDefinitionsPath,
  globalDefinitions,
  type ProfileEntry,
} from '@fleetglass/contract/event-profiles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./event-profiles.page.tsx')
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

const night: EventDefinition = {
  definename: 'Night <b>shift</b>',
  eventtype: 15,
  eventname: 'Too fast',
  notifytext: 'Slow down',
  notifycolor: '#C00000',
}

interface Stored {
  definitions: readonly EventDefinition[]
  links: readonly EventDefinitionLink[]
  /** Answers the next write of a profile in place of storing it. */
  refusal: { readonly hasError: true; readonly code: string; readonly message: string } | null
}

/** A server that stores what it receives. */
async function page(): Promise<Stored> {
  const server: Stored = {
    definitions: [...globalDefinitions, night],
    links: [{ deviceid: 'van', definename: night.definename }],
    refusal: null,
  }
  const http = {
    [eventDefinitionsPath]: (body: unknown) => {
      const { definename, entries } = (body ?? {}) as { definename?: string; entries?: readonly ProfileEntry[] }
      if (definename === undefined) return server.definitions
      if (server.refusal !== null) return server.refusal
      const others = server.definitions.filter((one) => one.definename !== definename || one.builtin === 1)
      const changed = new Set(entries?.map(({ eventtype }) => eventtype))
      const isReplaced = (one: EventDefinition) =>
        one.builtin === 1 && definename === 'GLOBAL' && changed.has(one.eventtype)
      const put = (entries ?? []).map((entry) => ({ ...entry, definename }))
      server.definitions = [...others.filter((one) => !isReplaced(one)), ...put]
      return server.definitions
    },
    [eventDefinitionLinksPath]: (body: unknown) => {
      const { deviceid, definename = '' } = (body ?? {}) as { deviceid?: readonly string[]; definename?: string }
      if (deviceid === undefined) return server.links
      const others = server.links.filter((one) => !deviceid.includes(one.deviceid))
      const put = definename === 'GLOBAL' ? [] : deviceid.map((one) => ({ deviceid: one, definename }))
      server.links = [...others, ...put]
      return server.links
    },
  }
  open = await openConsole({
    path: '/eventdefinesetting',
    // The page is there at the server's own address only.
    store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
    host: 'localhost',
    http,
  })
  await screen.findByRole('heading', { name: 'GLOBAL' })
  return server
}
const writes = () => open?.called.filter(({ method }) => method !== 'GET' && method !== 'POST') ?? []
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const list = () => screen.getByRole('navigation', { name: 'Event profiles and devices' })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string | RegExp) => act(async () => fireEvent.click(button(name)))
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const openProfile = (name: RegExp) => act(async () => fireEvent.click(within(list()).getByRole('button', { name })))

describe('the page of the event profiles', () => {
  it('[SHELL-049] [PROF-01] [PROF-03] [PROF-07] lists the profiles, GLOBAL first as the default, the others with their devices', async () => {
    await page()
    expect(
      within(list())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['GLOBALDefault', 'Night <b>shift</b>1 devices'])
    expect(document.querySelector('nav b')).toBeNull()
  })

  it('[PROF-04] [PROF-05] the editor has name, text and colour of each event code, with what it is called otherwise', async () => {
    await page()
    await openProfile(/^Night/)
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Code',
      'Standard name',
      'Event name',
      'Notification text',
      'Colour',
      'Preview',
      '',
    ])
    expect(field('Event name of event 15').value).toBe('Too fast')
    expect(field('Event name of event 15').placeholder).toBe('Overspeed')
    expect(field('Notification text of event 15').value).toBe('Slow down')
    expect(field('Colour of event 15').value).toBe('#c00000')
    expect(field('Event name of event 6').placeholder).toBe('GPIO 0')
    expect(field('Event name of event 0').placeholder).toBe('Online')
    expect(field('Event name of event 5').placeholder).toBe('Running time')
  })

  it('[PROF-06] an event without a colour has white, and is saved with it', async () => {
    await page()
    expect(field('Colour of event 6').value).toBe('#ffffff')
    type('Event name of event 6', 'Door')
    await press('Save')
    expect(writes()).toMatchObject([
      {
        method: 'PUT',
        body: {
          definename: 'GLOBAL',
          entries: [{ eventtype: 6, eventname: 'Door', notifytext: '', notifycolor: '#FFFFFF' }],
          was: [],
        },
      },
    ])
    await waitFor(() => expect(button('Save').disabled).toBe(true))
    expect(field('Event name of event 6').value).toBe('Door')
  })

  it('saves all changes of a profile at once, with what was stored before', async () => {
    await page()
    await openProfile(/^Night/)
    type('Notification text of event 15', 'Brake')
    type('Colour of event 18', '#00aa00')
    expect(screen.getByText('Unsaved events: 2')).toBeDefined()
    await press('Save')
    const { definename: _, ...was } = night
    expect(writes()[0]?.body).toMatchObject({
      entries: [
        { ...was, notifytext: 'Brake' },
        { eventtype: 18, eventname: '', notifytext: '', notifycolor: '#00AA00' },
      ],
      was: [was],
    })
  })

  it('[PROF-09] [PROF-10] Save is off while the name of a profile is empty, ALL, or that of another profile', async () => {
    const server = await page()
    await press('New profile')
    type('Event name of event 15', 'Faster')
    const may = (name: string) => {
      type('Profile name', name)
      return !button('Save').disabled
    }
    expect(['', '  ', 'ALL', 'all', 'GLOBAL', night.definename].map(may)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(may('Day')).toBe(true)
    await press('Save')
    expect(await screen.findByRole('heading', { name: 'Day' })).toBeDefined()
    expect(server.definitions.at(-1)).toMatchObject({ definename: 'Day', eventtype: 15, eventname: 'Faster' })
  })

  it('[PROF-09] a new profile is saved with at least one event, and a name that is too long is not typed', async () => {
    await page()
    await press('New profile')
    type('Profile name', 'Day')
    expect(button('Save').disabled).toBe(true)
    type('Profile name', 'x'.repeat(500))
    expect(field('Profile name').value).toBe('Day')
    type('Event name of event 15', 'x'.repeat(500))
    expect(field('Event name of event 15').value).toBe('')
  })

  it('[PROF-11] deleting a profile asks "Are you really delete" with its name; cancelling sends nothing', async () => {
    const server = await page()
    expect(screen.queryByRole('button', { name: 'Delete profile' })).toBeNull()
    await openProfile(/^Night/)
    await press('Delete profile')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading').textContent).toBe('Are you really delete')
    expect(dialog.textContent).toContain(night.definename)
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })))
    expect(writes()).toEqual([])
    await press('Delete profile')
    await act(async () =>
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' })),
    )
    await waitFor(() => expect(screen.getByRole('heading', { name: 'GLOBAL' })).toBeDefined())
    expect(writes()).toMatchObject([{ method: 'DELETE', body: { definename: night.definename } }])
    expect(server.definitions).not.toContainEqual(night)
  })

  it('asks before unsaved changes are lost, and keeps them until then', async () => {
    await page()
    type('Event name of event 15', 'Faster')
    await openProfile(/^Night/)
    const dialog = await screen.findByRole('dialog')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })))
    expect(field('Event name of event 15').value).toBe('Faster')
    await openProfile(/^Night/)
    const again = await screen.findByRole('dialog')
    await act(async () => fireEvent.click(within(again).getByRole('button', { name: 'Discard' })))
    await waitFor(() => expect(field('Event name of event 15').value).toBe('Too fast'))
    await openProfile(/^GLOBAL/)
    expect(field('Event name of event 15').value).toBe('')
  })

  it('keeps the changes when another administrator was faster, and saves them on top of what is then shown', async () => {
    const server = await page()
    await openProfile(/^Night/)
    type('Notification text of event 15', 'Brake')
    const theirs = { ...night, eventtype: 18, eventname: 'Shock' }
    server.definitions = [...server.definitions, theirs]
    server.refusal = { hasError: true, code: 'event-profile-changed', message: 'Somebody else changed it.' }
    await press('Save')
    await waitFor(() => expect(field('Event name of event 18').value).toBe('Shock'))
    expect(field('Notification text of event 15').value).toBe('Brake')
    server.refusal = null
    await press('Save')
    expect(writes().at(-1)?.body).toMatchObject({
      was: [{ eventtype: 15 }, { eventtype: 18 }],
      entries: [{ eventtype: 15, notifytext: 'Brake' }, { eventtype: 18 }],
    })
  })

  it('a save that no answer came to overwrites nothing of another administrator later', async () => {
    const server = await page()
    await openProfile(/^Night/)
    type('Notification text of event 15', 'Brake')
    server.refusal = { hasError: true, code: 'internal', message: 'Out of order.' }
    await press('Save')
    await waitFor(() => expect(writes()).toHaveLength(1))
    server.definitions = server.definitions.map((one) => (one === night ? { ...night, eventname: 'Theirs' } : one))
    server.refusal = null
    await press('Save')
    expect(writes().at(-1)?.body).toMatchObject({ was: [{ eventtype: 15, eventname: 'Too fast' }] })
  })

  it('a profile that another administrator deleted is not brought back by a save', async () => {
    const server = await page()
    await openProfile(/^Night/)
    type('Notification text of event 15', 'Brake')
    server.definitions = server.definitions.filter((one) => one !== night)
    server.refusal = { hasError: true, code: 'event-profile-changed', message: 'Somebody else changed it.' }
    await press('Save')
    expect(await screen.findByText('Somebody else deleted this profile. Discard the changes here.')).toBeTruthy()
    expect(button('Save').disabled).toBe(true)
    await press('Discard changes')
    expect(await screen.findByRole('heading', { name: 'GLOBAL' })).toBeTruthy()
  })

  it('finds an event by its code or any of its names, and shows only those of the profile', async () => {
    await page()
    await openProfile(/^Night/)
    type('Find an event', 'too fast')
    expect(screen.getAllByRole('row')).toHaveLength(2)
    type('Find an event', '')
    fireEvent.click(screen.getByLabelText('Only events of this profile'))
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })
})

describe('the profiles of devices', () => {
  async function devices() {
    const server = await page()
    open?.list(device({ deviceId: 'van' }), device({ deviceId: 'bus', memo: 'Cold chain' }))
    await press('Profiles of devices')
    return server
  }

  it('[PROF-02] [PROF-08] [PROF-12] each device has its profile, GLOBAL without a link, and gets another one at once', async () => {
    const server = await devices()
    expect(field('Profile of van').value).toBe(night.definename)
    expect(field('Profile of bus').value).toBe('GLOBAL')
    await act(async () => type('Profile of bus', night.definename))
    expect(writes()).toMatchObject([{ method: 'PUT', body: { deviceid: ['bus'], definename: night.definename } }])
    await waitFor(() => expect(field('Profile of bus').value).toBe(night.definename))
    expect(server.links).toContainEqual({ deviceid: 'bus', definename: night.definename })
  })

  it('[PROF-02] many devices get a profile with one call', async () => {
    await devices()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }))
    await press('Assign profile')
    expect(writes()[0]?.body).toMatchObject({ definename: 'GLOBAL' })
    expect(writes()[0]?.body).toMatchObject({ deviceid: expect.arrayContaining(['van', 'bus']) })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }))
    await act(async () => type('Profile', night.definename))
    await press('Assign profile')
    await waitFor(() => expect(writes()[1]?.body).toMatchObject({ definename: night.definename }))
  })
})

it('reads the names again when the server says that they changed', async () => {
  const server = await page()
  act(() => open?.fleet.setEventProfiles(1))
  server.definitions = [...server.definitions, { ...night, definename: 'Fresh' }]
  act(() => open?.fleet.setEventProfiles(2))
  expect(await within(list()).findByRole('button', { name: /^Fresh/ })).toBeDefined()
})
