// @vitest-environment happy-dom
import { type AccessFlag, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { builtPages } from '../../app/pages.ts'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { standInForMicrophone } from '../../engines/voice/test/microphone.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Microphone = ReturnType<typeof standInForMicrophone>

let open: Console | null = null
let microphone: Microphone
let giveBackSize: () => void

beforeAll(async () => {
  await startAllTexts()
  // What is loaded when it is first opened: on a busy machine that takes longer than a test waits for it.
  await Promise.all([...builtPages.map(({ load }) => load()), import('./talk-modal.tsx')])
}, 60_000)
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  open?.close()
  open = null
  cleanup()
  microphone.restore()
  giveBackSize()
})

const van = device({ deviceId: 'van', online: true, channels: [{ number: 1, name: '' }] })
const parked = device({ deviceId: 'parked', online: false })
const call = { cmd: 'new', time: 1_767_614_400, deviceid: 'van', eventid: 21, eventname: '', memo: '', call: 1 }

async function dashboard(
  protocol: 'http:' | 'https:',
  without: readonly AccessFlag[] = [],
  more: object = {},
): Promise<Console> {
  microphone = standInForMicrophone(protocol)
  const store = memoryStore({ ...remembered, dashboardColumns: '["talk"]' })
  const access = withoutFlags(fullAccess, [...without])
  open = await openConsole({ path: '/blockview', store, access, permission: 2, ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(van, parked)
  return open
}

const tel = () => screen.queryByRole('button', { name: 'Talk to van' })

describe('the ways to a talk', () => {
  it('[TALK-02] [DASH-61] [TALK-07] [SHELL-098] a row has a button that opens the talk, of a device that is online', async () => {
    await dashboard('https:')
    expect(screen.getByRole('button', { name: 'Talk to parked' })).toHaveProperty('disabled', true)
    await act(async () => fireEvent.click(tel()!))
    expect(await screen.findByRole('dialog', { name: 'Talk to van' })).toBeTruthy()
  })

  it('[DASH-31] the column Talk is switched off', async () => {
    await dashboard('https:')
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.getByRole('checkbox', { name: 'Talk' })).toHaveProperty('checked', true)
    expect(tel()).not.toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Talk' }))
    expect(tel()).toBeNull()
  })

  it('[DASH-35] on http there is neither the column nor its toggle', async () => {
    await dashboard('http:')
    expect(tel()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.queryByRole('checkbox', { name: 'Talk' })).toBeNull()
  })

  it('[TALK-06] [SHELL-089] without the flag F_talk there is no way to a talk', async () => {
    const { eventSockets } = await dashboard('https:', ['F_talk'])
    expect(tel()).toBeNull()
    eventSockets[0]?.tell(call)
    const notice = await screen.findByText('van is calling')
    expect(within(notice.closest('li')!).queryByRole('button', { name: 'Talk' })).toBeNull()
  })

  it('[EVTS-15] [EVTS-17] [EVTS-18] [TALK-03] on https the notice of a call offers a talk, which opens the modal and ends the ring', async () => {
    const { eventSockets } = await dashboard('https:')
    eventSockets[0]?.tell(call)
    const talk = await screen.findByRole('button', { name: 'Talk' })
    const notice = talk.closest('li')
    await act(async () => fireEvent.click(talk))
    expect(await screen.findByRole('dialog', { name: 'Talk to van' })).toBeTruthy()
    // The ring ends with its notice (EVTS-21).
    expect(notice?.isConnected).toBe(false)
  })

  it('[TALK-04] on http the notice of a call has no such offer', async () => {
    const { eventSockets } = await dashboard('http:')
    eventSockets[0]?.tell(call)
    await screen.findByText('van is calling')
    expect(screen.queryByRole('button', { name: 'Talk' })).toBeNull()
  })
})

describe('the modal', () => {
  it('[TALK-11] [TALK-16] a refused microphone is reported in the log and the modal, without a notice, and no stream is opened', async () => {
    const { logged } = await dashboard('https:')
    await act(async () => fireEvent.click(tel()!))
    const dialog = within(await screen.findByRole('dialog', { name: 'Talk to van' }))
    await dialog.findByText('Waiting for the microphone')
    await act(async () => microphone.refuse())
    await dialog.findByText(/The microphone is not allowed/)
    expect(logged.filter((line) => line.includes('microphone'))).toEqual(['You must allow your microphone.'])
    expect(screen.queryAllByRole('listitem').filter((item) => item.className.startsWith('notice'))).toEqual([])
    expect(microphone.workers).toBe(0)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Call again' })))
    await dialog.findByText('Waiting for the microphone')
    expect(microphone.asked).toBe(2)
  })

  it('[TALK-13] shows the progress of the device, and that it cannot play sound, by the fields of the message, not its text', async () => {
    await dashboard('https:')
    await act(async () => fireEvent.click(tel()!))
    const dialog = within(await screen.findByRole('dialog', { name: 'Talk to van' }))
    await act(async () => microphone.allow())
    const says = (state: string, talk: object) =>
      act(async () =>
        microphone.tell({ kind: 'text', text: JSON.stringify({ type: 'state', state, detail: '7 Worte', talk }) }),
      )
    await waitFor(() => expect(microphone.workers).toBe(1))
    await says('buffering', { kind: 'asking' })
    await dialog.findByText('Asking the device')
    await says('buffering', { kind: 'accepted' })
    await dialog.findByText('The device agreed, its line is awaited')
    await says('playing', { kind: 'mute', codec: 19 })
    expect((await dialog.findByRole('alert')).textContent).toContain('(19)')
    await says('playing', { kind: 'open' })
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
    expect(dialog.getByRole('status').textContent).toBe('The line is open')
  })

  /** The modal of a talk whose stream is asked for. */
  async function begun() {
    const console = await dashboard('https:')
    await act(async () => fireEvent.click(tel()!))
    const dialog = within(await screen.findByRole('dialog', { name: 'Talk to van' }))
    await act(async () => microphone.allow())
    await waitFor(() => expect(microphone.workers).toBe(1))
    return { console, dialog }
  }
  const kinds = () => microphone.orders.map(({ kind }) => kind)

  it('[TALK-15] a second talk with one device shows that the device is busy, and may be tried again', async () => {
    const { dialog } = await begun()
    const text = JSON.stringify({ type: 'error', code: 4429, message: 'device busy' })
    await act(async () => microphone.tell({ kind: 'text', text }))
    await act(async () => microphone.tell({ kind: 'closed', code: 4429 }))
    expect((await dialog.findByRole('status')).textContent).toContain('device busy')
    expect(dialog.getByRole('button', { name: 'Call again' })).toBeTruthy()
  })

  it('[TALK-16] closing the modal closes the stream and gives the microphone back', async () => {
    const { dialog } = await begun()
    expect(kinds()).not.toContain('close')
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Hang up' })))
    expect(kinds()).toContain('close')
    expect(microphone.stopped).toBe(1)
  })

  it('[TALK-16] a microphone that is taken out closes the stream, which the modal shows', async () => {
    const { dialog } = await begun()
    await act(async () => microphone.end())
    expect(kinds()).toContain('close')
    expect((await dialog.findByRole('status')).textContent).toContain('the microphone ended')
  })

  it('[TALK-13] [STRM-04] the stream is requested from the server with type talk, device and channel', async () => {
    await begun()
    const { pathname, searchParams } = new URL(microphone.addresses[0] ?? '')
    expect(pathname).toBe('/ws.cgi')
    expect(Object.fromEntries(searchParams)).toEqual({
      type: 'talk',
      deviceid: 'van',
      channel: '1',
      user: 'admin',
      password: passwordHash,
    })
  })

  it('requests the microphone with echo cancellation, and releases one that comes too late', async () => {
    await dashboard('https:')
    await act(async () => fireEvent.click(tel()!))
    const dialog = within(await screen.findByRole('dialog', { name: 'Talk to van' }))
    await dialog.findByText('Waiting for the microphone')
    expect(microphone.wishes).toEqual([
      { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 } },
    ])
    fireEvent.click(dialog.getByRole('button', { name: 'Hang up' }))
    await act(async () => microphone.allow())
    expect(microphone.stopped).toBe(1)
    expect(microphone.workers).toBe(0)
  })
})
