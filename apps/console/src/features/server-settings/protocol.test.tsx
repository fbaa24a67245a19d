// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addressAfter } from './page-address.ts'
import { field, openSettings, puts, save, settingsPage, type } from './server-settings.fixtures.tsx'

const PATH = '/gkserver/protocol'
const before = {
  heartbeat: 7050,
  appcommand: 24_680,
  http: 8080,
  https: 8443,
  streamings: [8900, 8901],
  streaming: 8900,
  sslonly: false,
  disablelivestream: false,
  revision: 4,
  saved: ['http'],
}

settingsPage()

async function tab(
  options: { readonly refusal?: string; readonly listeners?: readonly object[]; readonly http?: number } = {},
) {
  const { refusal, listeners = [], http = before.http } = options
  await openSettings('/setting?tab=protocol', {
    http: {
      [`${PATH}/listeners`]: () => ({ listeners }),
      [PATH]: (body: unknown) => {
        if (!Object.hasOwn((body ?? {}) as object, 'http')) return { ...before, http }
        return refusal === undefined
          ? { hasError: false, message: 'OK' }
          : { hasError: true, code: 'invalid-field', message: refusal }
      },
    },
  })
  await field('GPS reports (UDP)')
}

const ports = { heartbeat: 'GPS reports (UDP)', appcommand: 'Main channel (TCP)', http: 'Web, http (TCP)' } as const

describe('the Protocol tab', () => {
  it('[SET-004] [SET-009] [SET-010] [SET-011] has a field for each port, with its meaning below it, and a Save of its own', async () => {
    await tab()
    for (const [name, label] of Object.entries(ports)) {
      const input = await field(label)
      expect(input.value).toBe(String(before[name as keyof typeof ports]))
      expect(
        document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[1] ?? '')?.textContent,
      ).toBeTruthy()
    }
    await type(ports.heartbeat, '7051')
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    const { saved: _, ...sent } = before
    expect(puts()[0]?.body).toMatchObject({ ...sent, heartbeat: 7051 })
    expect(await screen.findByText('Protocol: saved')).toBeTruthy()
  })

  it.each(Object.entries(ports))(
    '[SET-017] [SET-018] [SET-019] Save is disabled while %s is empty, below 0 or above 65535',
    async (_, label) => {
      await tab()
      for (const value of ['', '-1', '65536']) {
        const input = await type(label, value)
        await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
        expect(save().disabled).toBe(true)
      }
      for (const value of ['0', '65535']) {
        const input = await type(label, value)
        await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('false'))
        expect(save().disabled).toBe(false)
      }
    },
  )

  it.each([
    [ports.heartbeat, '24680'],
    [ports.heartbeat, '8080'],
    [ports.appcommand, '8080'],
  ])('[SET-020] Save is disabled while %s is the port of another one, %s', async (label, value) => {
    await tab()
    const input = await type(label, value)
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(save().disabled).toBe(true)
  })

  it('[SET-021] [SET-023] Save is disabled while any streaming port is that of http, and empty ones are left out', async () => {
    await tab()
    for (const [row, instead] of [
      ['Port 3', ''],
      ['Port 1, for consoles', ''],
      ['Port 2', '9001'],
    ] as const) {
      const input = await type(row, '8080')
      await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
      expect(save().disabled).toBe(true)
      await type(row, instead)
    }
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(puts()[0]?.body).toMatchObject({ streamings: [9001], streaming: 9001 })
  })

  it('[SET-013] an empty streaming port is offered behind the others, up to ten', async () => {
    await tab()
    const group = screen.getByRole('group', { name: 'Streaming ports (TCP)' })
    const rows = () => within(group).getAllByRole('spinbutton')
    expect(rows()).toHaveLength(3)
    for (let number = 3; number <= 10; number++) await type(`Port ${number}`, String(9000 + number))
    expect(rows()).toHaveLength(10)
    expect(save().disabled).toBe(false)
  })

  it('[SET-015] [SET-022] SSL only is a checkbox that cannot be changed on a page that came by http', async () => {
    await tab()
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'SSL only' })
    expect([box.type, box.disabled]).toEqual(['checkbox', window.location.protocol !== 'https:'])
    expect(box.disabled).toBe(true)
  })

  it('[SET-022] on a page that came by https it can be changed', async () => {
    const { happyDOM, location } = window as unknown as { happyDOM: { setURL(url: string): void }; location: Location }
    const { href } = location
    happyDOM.setURL('https://localhost:8443/setting?tab=protocol')
    try {
      await tab()
      expect((await field('SSL only')).disabled).toBe(false)
    } finally {
      happyDOM.setURL(href)
    }
  })

  it('[SET-016] live streams are switched off by a switch', async () => {
    await tab()
    const toggle = screen.getByRole('switch', { name: 'Disable live streams' })
    fireEvent.click(toggle)
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()[0]?.body).toMatchObject({ disablelivestream: true }))
  })

  it('the reason of the server stands at the row of a streaming port that it names', async () => {
    await tab({ refusal: 'streamings.1: is the same port as https' })
    const input = await type('Port 2', '9001')
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  })

  it('[SET-026] a port that cannot be opened is named, with the one that stays', async () => {
    await tab({
      listeners: [{ name: 'http', open: [8080], failed: [{ port: 9000, reason: 'in-use' }] }],
    })
    const alert = await screen.findByText(/Port 9000 cannot be opened: another program uses it/)
    expect(alert.textContent).toContain('Web, http (TCP): ')
    expect(alert.textContent).toContain('8080 stays open')
  })

  it('[SET-025] a save that moves the page is asked for first, and the new address is a link afterwards', async () => {
    const present = Number(window.location.port) || 80
    await tab({ http: present })
    await type(ports.http, '9090')
    await act(async () => fireEvent.click(save()))
    const dialog = await screen.findByRole('dialog')
    expect(puts()).toHaveLength(0)
    const address = new URL(window.location.href)
    address.port = '9090'
    expect(dialog.textContent).toContain(address.href)
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect((await screen.findByRole('link', { name: address.href })).getAttribute('href')).toBe(address.href)
  })

  it.each([
    ['http://van.example:8080/setting', { http: 9090 }, 'http://van.example:9090/setting'],
    ['http://van.example:8080/setting', { http: 0 }, 'https://van.example:8443/setting'],
    ['https://van.example:8443/setting', { https: 443 }, 'https://van.example/setting'],
    ['https://van.example:8443/setting', { https: 0 }, 'http://van.example:8080/setting'],
    ['http://van.example:8080/setting', { https: 444 }, null],
    ['https://proxy.example/setting', { http: 9090 }, null],
  ])('[SET-025] the page at %s is elsewhere after %o: %s', (href, change, expected) => {
    expect(addressAfter(before, { ...before, ...change }, { href })).toBe(expected)
  })
})
