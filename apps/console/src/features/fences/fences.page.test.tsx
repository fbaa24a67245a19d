// @vitest-environment happy-dom
import {
  emptyFence,
  FENCE_SLOTS,
  type Fence,
  fenceListPath,
  fencePath,
  type Shape,
  shapesPath,
} from '@fleetglass/contract/fences'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { button, checkOf, isDisabled, labelled, notices } from '../../engines/map/draw/page.fixtures.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { toastList } from '../../ui/toast-list.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Http = Record<string, (body: unknown) => unknown>

let open: Console | null = null
let giveBackSize: () => void
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  toastList.setState([], true)
  giveBackSize()
})

const depot: Fence = {
  title: 'Depot',
  enable: 1,
  lat: 24.08,
  lng: 120.53,
  radius: 200,
  trigger_in: 1,
  trigger_out: 0,
  devices: ['van', 'gone'],
}
const yard: Shape = {
  id: 7,
  kind: 'polygon',
  title: 'Yard',
  enable: 0,
  reach: 0,
  points: [
    { lat: 24, lng: 120 },
    { lat: 24, lng: 120.02 },
    { lat: 24.02, lng: 120 },
  ],
  trigger_in: 0,
  trigger_out: 1,
  devices: [],
}

/** A server that keeps slot 5 and one shape, unless it has something against what is saved. */
function server(refusal: string | null = null): Http {
  const said = (message: string) =>
    refusal === null ? { hasError: false, message } : { hasError: true, message: refusal }
  const slots = Array.from({ length: FENCE_SLOTS }, (_, index) => (index === 4 ? depot : emptyFence))
  return {
    [fenceListPath]: () => slots.map((fence, index) => ({ index, ...fence })),
    ...Object.fromEntries(
      slots.map((fence, index) => [
        fencePath(index),
        (body: unknown) => {
          if (body === undefined) return slots[index]
          slots[index] = { ...fence, ...(body as Fence) }
          return said('Fence saved')
        },
      ]),
    ),
    [shapesPath]: (body) => (body === undefined ? [yard] : { ...said('Fence saved'), id: 8 }),
  }
}

const host = () => window.location.hostname
async function start(http: Http = server(), more: object = {}): Promise<Console> {
  const store = memoryStore({ ...remembered, [storageKeys.serverIp]: host() })
  open = await openConsole({ path: '/fence', store, host: host(), http, ...more })
  return open
}

const picker = () => waitFor(() => labelled<HTMLSelectElement>('Fence'))
const state = () => labelled<HTMLSelectElement>('State')
const save = () => button('SAVE')
const choose = async (value: string) => {
  const select = await picker()
  await act(async () => fireEvent.change(select, { target: { value } }))
}
const type = (name: string, value: string) => fireEvent.change(labelled(name), { target: { value } })
const numbers = () => ['Latitude', 'Longitude', 'Radius(m)'].map((name) => labelled(name).value)
const saved = () => open!.called.filter(({ method }) => method === 'PUT' || method === 'POST').at(-1)
/** Slot 5, as it was loaded. */
async function openDepot(): Promise<void> {
  await choose('circle-4')
  await waitFor(() => expect(labelled('Title').value).toBe('Depot'))
}

describe('the geofence page', () => {
  it('[FENCE-01] [SHELL-029] [FENCE-05] /fence has a selector with "Choose here"', async () => {
    await start()
    expect((await picker()).selectedOptions[0]?.textContent).toBe('Choose here')
  })

  it('[FENCE-04] [FENCE-25] the selector has 32 numbers with the titles', async () => {
    await start()
    const select = await picker()
    const [circles, shapes] = select.querySelectorAll('optgroup')
    expect(circles?.querySelectorAll('option')).toHaveLength(32)
    expect([...circles!.querySelectorAll('option')].slice(3, 6).map(({ textContent }) => textContent)).toEqual([
      '4',
      '5 · Depot',
      '6',
    ])
    expect(shapes?.textContent).toBe('Yard')
  })

  it('[FENCE-07] [FENCE-08] [FENCE-18] without a fence every text and box is there and disabled', async () => {
    await start()
    await picker()
    const names = ['Title', 'Latitude', 'Longitude', 'Radius(m)', 'Trigger_in', 'Trigger_out']
    const inputs = [...names.map((name) => labelled(name)), document.querySelector('.device-checklist-search input')!]
    for (const input of inputs) expect(isDisabled(input as HTMLInputElement), input.outerHTML).toBe(true)
  })

  it('[FENCE-06] [FENCE-09] [FENCE-18] [FENCE-26] without a fence the choice of Enable and Disable and SAVE are there and disabled', async () => {
    await start()
    await picker()
    expect([isDisabled(state()), isDisabled(save())]).toEqual([true, true])
    expect([...state().options].map(({ textContent }) => textContent)).toEqual(['Enable', 'Disable'])
  })

  it('[FENCE-10] [FENCE-15] choosing a fence loads it: fields, triggers and the checklist with id, vehicle and driver', async () => {
    const { list } = await start()
    list(
      device({ deviceId: 'van', memo: 'Cold chain', driverName: 'Mei' }),
      device({ deviceId: 'bus', memo: '', driverName: '' }),
    )
    await openDepot()
    expect(numbers()).toEqual(['24.08', '120.53', '200'])
    expect([state().value, labelled('Trigger_in').checked, labelled('Trigger_out').checked]).toEqual(['1', true, false])
    expect([checkOf('van').checked, checkOf('bus').checked]).toEqual([true, false])
    expect(checkOf('van').closest('label')?.textContent).toContain('Cold chainvan · Mei')
    await choose('')
    expect(isDisabled(labelled('Title'))).toBe(true)
  })

  it('[FENCE-16] [FENCE-17] one without a place has empty fields, and is waiting to be drawn', async () => {
    await start()
    await choose('circle-0')
    await waitFor(() => expect(isDisabled(labelled('Title'))).toBe(false))
    expect(numbers()).toEqual(['', '', ''])
    const draw = () => button('Draw on the map').getAttribute('aria-pressed')
    expect(draw()).toBe('true')
    await openDepot()
    expect(draw()).toBe('false')
  })

  it('[FENCE-19] [FENCE-20] [FENCE-21] [FENCE-24] SAVE sends the fence, the radius in whole metres, and shows the answer of the server for 5 s', async () => {
    const { list, clock } = await start()
    list(device({ deviceId: 'van' }), device({ deviceId: 'bus' }))
    await openDepot()
    type('Title', "Mei's yard")
    type('Radius(m)', '99.6')
    fireEvent.click(labelled('Trigger_out'))
    fireEvent.change(state(), { target: { value: '0' } })
    fireEvent.click(checkOf('bus'))
    await act(async () => fireEvent.click(save()))
    expect(saved()).toMatchObject({
      method: 'PUT',
      path: fencePath(4),
      body: {
        username: 'admin',
        title: 'Meis yard',
        enable: 0,
        lat: 24.08,
        lng: 120.53,
        radius: 100,
        trigger_in: 1,
        trigger_out: 1,
        devices: ['van', 'gone', 'bus'],
      },
    })
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('Save SuccessFence saved')]))
    await waitFor(async () => expect((await picker()).textContent).toContain('5 · Meis yard'))
    act(() => clock.advance(4999))
    expect(notices()).toHaveLength(1)
    act(() => clock.advance(1))
    expect(notices()).toEqual([])
  })

  it('[C1] an unused circle starts enabled with both triggers; saving it for no vehicle shows a warning', async () => {
    const { list } = await start()
    list(device({ deviceId: 'van' }))
    await choose('circle-0')
    await waitFor(() => expect(isDisabled(labelled('Title'))).toBe(false))
    const nobody = 'No vehicle is chosen: the fence raises no events.'
    expect([state().value, labelled('Trigger_in').checked, labelled('Trigger_out').checked]).toEqual(['1', true, true])
    expect(screen.getByText(nobody)).toBeTruthy()
    for (const [name, value] of [
      ['Latitude', '24'],
      ['Longitude', '120'],
      ['Radius(m)', '50'],
    ] as const)
      type(name, value)
    expect([labelled('Title').getAttribute('aria-invalid'), isDisabled(save())]).toEqual(['true', true])
    expect(screen.getByText('A fence needs a title')).toBeTruthy()
    type('Title', 'Gate')
    await act(async () => fireEvent.click(save()))
    expect(saved()?.body).toMatchObject({ enable: 1, trigger_in: 1, trigger_out: 1, devices: [] })
    await waitFor(() => expect(notices()).toContainEqual(expect.stringContaining(nobody)))
    fireEvent.click(checkOf('van'))
    expect(document.querySelector('.device-checklist-hint')?.textContent).toBe('')
    await act(async () => fireEvent.click(save()))
    expect(saved()?.body).toMatchObject({ devices: ['van'] })
    await openDepot()
    expect([state().value, labelled('Trigger_out').checked]).toEqual(['1', false])
  })

  it('[C12] [FENCE-26] a number that cannot be saved is marked at its field, with the reason', async () => {
    await start()
    await choose('circle-0')
    await waitFor(() => expect(isDisabled(labelled('Title'))).toBe(false))
    const marks = () =>
      ['Latitude', 'Longitude', 'Radius(m)'].map((name) => {
        const field = labelled(name)
        const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
        return field.getAttribute('aria-invalid') === 'true' ? about : null
      })
    expect(marks()).toEqual([null, null, null])
    type('Latitude', '91')
    expect(marks()).toEqual([
      'A latitude from -90 to 90',
      'A longitude from -180 to 180',
      'Metres above 0, at most 100000',
    ])
    type('Latitude', '24')
    type('Longitude', '120')
    type('Title', 'Gate')
    type('Radius(m)', '100001')
    expect(marks()).toEqual([null, null, 'Metres above 0, at most 100000'])
    expect(isDisabled(save())).toBe(true)
    type('Radius(m)', '100000')
    expect([marks(), isDisabled(save())]).toEqual([[null, null, null], false])
    fireEvent.click(button('New line'))
    await act(async () => fireEvent.click(button('Discard')))
    type('Width to each side(m)', '4')
    const width = labelled('Width to each side(m)')
    expect(width.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(width.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Metres from 5 to 5000',
    )
  })

  it('[FENCE-23] a refusal is shown as "Save Error" with its message, and the edits stay', async () => {
    await start(server('the radius is too large'))
    await openDepot()
    type('Radius(m)', '5')
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('Save Errorthe radius is too large')]))
    expect(labelled('Radius(m)').value).toBe('5')
  })

  it('unsaved changes need a confirmation before another fence is opened; saved ones do not', async () => {
    await start()
    await openDepot()
    type('Title', 'Garage')
    fireEvent.click(button('New line'))
    const question = () => document.querySelector<HTMLElement>('.modal-dialog')
    await waitFor(() => expect(question()?.textContent).toContain('Discard the changes to Depot?'))
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(question()).toBeNull())
    expect(labelled('Title').value).toBe('Garage')
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('Save Success')]))
    fireEvent.click(button('New line'))
    expect(labelled('Width to each side(m)').value).toBe('50')
  })

  it('[FENCE-26] SAVE goes with the numbers', async () => {
    await start()
    await openDepot()
    expect(isDisabled(save())).toBe(false)
    for (const [name, wrong, right] of [
      ['Latitude', 'x', '24'],
      ['Longitude', '', '120'],
      ['Radius(m)', '0', '1'],
    ] as const) {
      type(name, wrong)
      expect(isDisabled(save()), name).toBe(true)
      type(name, right)
      expect(isDisabled(save()), name).toBe(false)
    }
  })

  it('shapes are stored beside the circles: loaded, saved and removed after a question', async () => {
    await start()
    await choose('shape-7')
    expect(labelled('Title').value).toBe('Yard')
    expect(screen.getByText('3 corners')).toBeTruthy()
    expect(() => labelled('Latitude')).toThrow('there is no input')
    await act(async () => fireEvent.click(save()))
    expect(saved()).toMatchObject({
      method: 'POST',
      path: shapesPath,
      body: { id: 7, kind: 'polygon', points: yard.points },
    })
    fireEvent.click(button('Delete'))
    const question = await waitFor(() => document.querySelector<HTMLElement>('.modal-dialog')!)
    await within(question).findByText('Delete the fence Yard?')
    await act(async () => fireEvent.click(question.querySelector('.btn-danger')!))
    const removal = open!.called.find(({ method }) => method === 'DELETE')
    expect(removal).toMatchObject({ path: shapesPath, body: { id: 8 } })
    await waitFor(async () => expect((await picker()).value).toBe(''))
  })

  it('a new polygon waits for its corners and shows what is missing', async () => {
    await start()
    await picker()
    fireEvent.click(button('New polygon'))
    expect(screen.getByText('0 corners')).toBeTruthy()
    expect(isDisabled(save())).toBe(true)
    fireEvent.click(button('New line'))
    expect(labelled('Width to each side(m)').value).toBe('50')
  })

  it('fences that cannot be loaded show an error, with a button to load them again', async () => {
    let fails = true
    const whole = server()
    await start({
      ...whole,
      [fenceListPath]: (body) => (fails ? { hasError: true, message: 'no' } : whole[fenceListPath]!(body)),
    })
    await screen.findByText('The fences could not be loaded.')
    fails = false
    await act(async () => fireEvent.click(button('Try again')))
    expect(await picker()).toBeTruthy()
  })
})

describe('who may open it', () => {
  const at = () => open!.channel && window.location.pathname

  it('[FENCE-02] everybody but permission 0 is led home', async () => {
    await start(server(), { permission: 1 })
    await waitFor(() => expect(at()).not.toBe('/fence'))
    expect(document.querySelector('[data-page="fence"]')).toBeNull()
  })

  it('[FENCE-03] so is who is logged in at another server than the page came from', async () => {
    open = await openConsole({ path: '/fence', store: memoryStore(remembered), http: server() })
    await waitFor(() => expect(at()).not.toBe('/fence'))
    expect(document.querySelector('[data-page="fence"]')).toBeNull()
  })
})
