// @vitest-environment happy-dom
import { protocolPath } from '@fleetglass/contract/session'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { device } from '../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, passwordHash, remembered } from './console.fixtures.tsx'

/** A stream server that accepts and sends nothing. */
class SilentSocket {
  readyState = 0
  readonly url: URL
  constructor(url: string) {
    this.url = new URL(url)
    opened.push(this)
  }
  send(): void {}
  close(): void {}
}

class NothingMoves {
  observe(): void {}
  disconnect(): void {}
}

let opened: SilentSocket[] = []
const before = { WebSocket: globalThis.WebSocket, IntersectionObserver: globalThis.IntersectionObserver }
let close = (): void => undefined

beforeEach(async () => {
  await startAllTexts()
  opened = []
  Object.assign(globalThis, { WebSocket: SilentSocket, IntersectionObserver: NothingMoves })
})
afterEach(() => {
  close()
  cleanup()
  Object.assign(globalThis, before)
})

/** The live view of a device with one camera, after a login to a server that reports these ports. */
async function watch(protocol: unknown) {
  const console = await openConsole({
    path: '/liveview/van',
    store: memoryStore(remembered),
    http: { [protocolPath]: () => protocol },
  })
  close = console.close
  await screen.findByRole('navigation', { name: 'Main' })
  console.list(device({ deviceId: 'van', channelCount: 1, channels: [{ number: 1, name: 'Front' }] }))
  await waitFor(() => expect(opened).toHaveLength(1))
  return console
}
const port = () => opened.at(-1)?.url.port

it('[STRM-16] [ENT-056] [ENT-060] [ENT-061] a stream is requested from the host of the server, with user name and password hash', async () => {
  await watch({ appcommand: 24_680, streamings: [9100] })
  const url = opened[0]?.url
  expect([url?.protocol, url?.hostname, url?.port]).toEqual(['ws:', 'fleet.test', '9100'])
  expect([url?.searchParams.get('user'), url?.searchParams.get('password')]).toEqual(['admin', passwordHash])
})

it('[API1-47] [ENT-059] the port is the one reported before the login, until the server has reported another to this session', async () => {
  const { fleet } = await watch({ appcommand: 24_680, streamings: [9100, 9200] })
  expect(port()).toBe('9100')
  const info = { version: '1', maxLicence: 1, expiresS: 0, timeZoneHours: 0 }
  act(() => fleet.setServer({ ...info, streamPort: null }))
  expect(opened).toHaveLength(1)
  act(() => fleet.setServer({ ...info, streamPort: 9300 }))
  await waitFor(() => expect(port()).toBe('9300'))
})

it('[ENT-057] [ENT-059] it is 24680 where the server reports none', async () => {
  for (const protocol of [
    { appcommand: 4711, streamings: [] },
    { hasError: true, message: 'no' },
  ]) {
    await watch(protocol)
    expect(port()).toBe('24680')
    close()
    cleanup()
    opened = []
  }
})
