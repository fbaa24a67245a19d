// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { type Section, SectionsPage } from '../sections/index.ts'
import { toastList } from '../toast-list.ts'
import { giveElementsSize } from '../virtual-list.fixtures.ts'
import { withPreferences } from './preferences.fixtures.tsx'
import { RelayForm } from './relay-form.tsx'
import { VisitsPage } from './visits.page.tsx'

const stored = { enable: false, ip: '10.0.0.1', port: '9000' }
const calls: { readonly path: string; readonly body: unknown }[] = []
let giveBack: () => void
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBack = giveElementsSize(600)
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    calls.push({ path, body: JSON.parse(body) })
    const rows = [
      { id: 'v1', place: 'Harbour', minutes: 12 },
      { id: 'v2', place: 'Depot', minutes: 40 },
    ]
    return Response.json(path === '/visits' ? { rows, total: 2 } : { hasError: false })
  })
})
afterEach(() => {
  cleanup()
  giveBack()
  vi.unstubAllGlobals()
  toastList.setState([], true)
})

function show(page: ReactNode, mobile = false): void {
  const router = createMemoryRouter([{ path: '/', element: page }])
  render(
    withPreferences(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      mobile,
    ),
  )
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('a table page opens a row, offers actions for the selection and hides a column for good', async () => {
  const opened: string[] = []
  show(<VisitsPage onOpen={({ place }) => opened.push(place)} />)
  fireEvent.click(await screen.findByText('Harbour'))
  expect(opened).toEqual(['Harbour'])
  fireEvent.click(screen.getByLabelText('Select Depot'))
  expect(screen.getByText('Delete 1 visits')).toBeTruthy()
  fireEvent.click(button('Columns'))
  fireEvent.click(await screen.findByLabelText('Minutes'))
  expect(screen.queryByRole('columnheader', { name: 'Minutes' })).toBeNull()
  cleanup()
  show(<VisitsPage onOpen={() => undefined} />)
  await screen.findByText('Harbour')
  expect(screen.queryByRole('columnheader', { name: 'Minutes' })).toBeNull()
})

describe('a form', () => {
  it('saves changes that fit its schema and then counts as unchanged', async () => {
    show(<RelayForm stored={stored} />)
    expect([button('Save').disabled, button('Discard changes').disabled]).toEqual([true, true])
    type('Port', '')
    expect(screen.getByText('Enter a port from 0 to 65535')).toBeTruthy()
    expect(button('Save').disabled).toBe(true)
    type('Port', '9001')
    await act(async () => fireEvent.click(button('Save')))
    await waitFor(() => expect(calls).toEqual([{ path: '/relay', body: { ...stored, port: '9001' } }]))
    await waitFor(() => expect([button('Save').disabled, screen.getByRole('status').textContent]).toEqual([true, '']))
  })

  it('discards changes', () => {
    show(<RelayForm stored={stored} />)
    type('Address', '10.0.0.2')
    expect(screen.getByRole('status').textContent).toBe('Unsaved changes')
    fireEvent.click(button('Discard changes'))
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('10.0.0.1')
  })
})

describe('a page of sections', () => {
  const drawn: string[] = []
  function Drawn({ name }: { readonly name: string }) {
    if (!drawn.includes(name)) drawn.push(name)
    return <p>{`content of ${name}`}</p>
  }
  const sections: readonly Section[] = [
    { id: 'relay', title: 'GPS relay', words: 'Address Port', content: <RelayForm stored={stored} /> },
    { id: 'mail', title: 'Mail', content: <Drawn name="mail" /> },
    { id: 'disks', title: 'Disks', content: <Drawn name="disks" /> },
  ]
  let openId: string | null = null
  const page = (id: string | null = openId) => (
    <SectionsPage
      title="Settings"
      sections={sections}
      openId={id}
      onOpen={(next) => {
        openId = next
      }}
    />
  )
  beforeEach(() => {
    drawn.length = 0
    openId = null
  })
  const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(name) })
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

  it('opens the first section, and draws another one only when it is opened', () => {
    show(page())
    expect(tab('GPS relay').getAttribute('aria-selected')).toBe('true')
    expect(drawn).toEqual([])
    fireEvent.click(tab('Mail'))
    expect(openId).toBe('mail')
    cleanup()
    show(page())
    expect(drawn).toEqual(['mail'])
  })

  it('finds a section by its title and by the labels of its fields', () => {
    show(page())
    const search = screen.getByRole('searchbox', { name: 'Search settings' })
    for (const [words, found] of [
      ['port', ['GPS relay']],
      ['mai', ['Mail']],
      ['', ['GPS relay', 'Mail', 'Disks']],
    ] as const) {
      fireEvent.change(search, { target: { value: words } })
      expect(tabs()).toEqual(found)
    }
  })

  it('moves through the sections by keys without opening them', () => {
    show(page())
    tab('GPS relay').focus()
    for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(document.activeElement as Element, { key })
    expect(document.activeElement).toBe(tab('Disks'))
    expect(openId).toBeNull()
  })

  it('marks a section with changes', () => {
    show(page())
    type('Address', '10.0.0.2')
    expect(screen.getByRole('img', { name: 'Unsaved changes' }).closest('button')).toBe(tab('GPS relay'))
    fireEvent.click(button('Discard changes'))
    expect(screen.queryByRole('img', { name: 'Unsaved changes' })).toBeNull()
  })

  it('shows the list alone on a phone until a section is opened, and leads back to it', () => {
    show(page(), true)
    expect(screen.queryByRole('tabpanel')).toBeNull()
    cleanup()
    show(page('mail'), true)
    expect(screen.getByRole('tabpanel', { name: 'Mail' })).toBeTruthy()
    fireEvent.click(button('All sections'))
    expect(openId).toBeNull()
  })
})
