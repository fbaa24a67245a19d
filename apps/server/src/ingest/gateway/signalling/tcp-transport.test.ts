import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../../platform/limits/index.ts'
import { LAST_WRITE_MS } from '../tcp-listener.ts'
import { MAX_UNREAD_BYTES, tcpTransport } from './tcp-transport.ts'

const KIB = new Uint8Array(1024)

describe('a line to a device', () => {
  let server: Server
  let accepted: Socket
  let device: Socket

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    device = connect((server.address() as AddressInfo).port, '127.0.0.1')
    device.on('error', () => undefined)
    const [socket] = (await once(server, 'connection')) as [Socket]
    accepted = socket
    accepted.on('error', () => undefined)
  })

  afterEach(async () => {
    device.destroy()
    accepted.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  const transport = (unread = new MemoryBudget(1024 * 1024), clock = createManualClock()) => ({
    unread,
    clock,
    transport: tcpTransport(accepted, { clock, unread }),
  })

  /** Writes until the kernel takes no more. */
  function fill(write: (bytes: Uint8Array) => boolean): void {
    for (let n = 0; n < 65_536 && accepted.writableLength === 0; n++) write(KIB)
    expect(accepted.writableLength).toBeGreaterThan(0)
  }

  it('whose other side reads owes nothing', async () => {
    const { transport: reading, unread } = transport()
    let got = 0
    device.on('data', (bytes) => (got += bytes.length))
    for (let n = 0; n < 100; n++) expect(reading.write(KIB)).toBe(true)
    await until('all came', () => got === 100 * 1024)
    expect(unread.usedBytes).toBe(0)
  })

  it('may leave 64 KiB unread, and gives back what it held when it ends', async () => {
    const { transport: deaf, unread } = transport()
    fill(deaf.write)
    let last = true
    for (let n = 0; n <= MAX_UNREAD_BYTES / KIB.length && last; n++) last = deaf.write(KIB)
    expect(last).toBe(false)
    expect(unread.usedBytes).toBeLessThanOrEqual(MAX_UNREAD_BYTES + KIB.length)
    deaf.end()
    await until('it is gone', () => accepted.destroyed && unread.usedBytes === 0)
  })

  it('may leave nothing unread when all lines together leave too much', () => {
    const { transport: deaf, unread } = transport(new MemoryBudget(0))
    expect(deaf.write(KIB)).toBe(true)
    unread.add(1)
    expect(deaf.write(KIB)).toBe(true)
    let last = true
    for (let n = 0; n < 65_536 && last; n++) last = deaf.write(KIB)
    expect(last).toBe(false)
    expect(accepted.writableLength).toBeLessThanOrEqual(KIB.length)
  })

  it('that is to end waits 1 s for a side that does not read, and no longer', async () => {
    const { transport: deaf, unread, clock } = transport()
    fill(deaf.write)
    deaf.end()
    clock.advance(LAST_WRITE_MS - 1)
    expect(accepted.destroyed).toBe(false)
    clock.advance(1)
    expect(accepted.destroyed).toBe(true)
    await until('it owes nothing', () => unread.usedBytes === 0)
  })

  it('that is to end says its last words to a side that reads', async () => {
    const { transport: reading } = transport()
    let got = 0
    device.on('data', (bytes) => (got += bytes.length))
    reading.write(KIB)
    reading.end()
    await once(device, 'close')
    expect(got).toBe(1024)
  })
})
