// What a link may do between the notice that its account was changed and the answer of the database.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createManualClock, until } from '@fleetglass/testkit'
import { decodeVcp, encodeVcp } from '@fleetglass/vcp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../access-policy/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import { createMainChannel, loginMessage, message } from './index.ts'

const CHECK_MS = 30_000

describe('a link whose account was changed', () => {
  const clock = createManualClock()
  let server: WebSocketServer
  let metrics: Metrics
  let client: WebSocket
  let answers: string[]
  let handled: string[]
  /** The answers that the database owes. */
  let checks: PromiseWithResolvers<boolean>[]
  let notify: () => void

  beforeEach(async () => {
    answers = []
    handled = []
    checks = []
    metrics = createMetrics()
    const channel = createMainChannel({ clock, log: createLog('silent'), metrics })
    const account: Caller = { id: 1, name: 'ann', permission: 1, access: '', groupId: 1 }
    const isCurrent = (): Promise<boolean> => {
      const check = Promise.withResolvers<boolean>()
      checks.push(check)
      return check.promise
    }
    const onChange = (_: Caller, changed: () => void) => {
      notify = changed
      return { close: () => undefined }
    }
    channel.add(
      loginMessage('V01', 'Logged in', ({ accept, reply }) => {
        accept(account, { isCurrent, onChange, refreshed: async () => account })
        reply()
      }),
    )
    channel.add(
      message('Q01', 'login', 'Asked', ({ fields, reply }) => {
        handled.push(fields.X ?? '')
        reply()
      }),
    )
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    server.on('connection', (socket) =>
      channel.route.accept(
        socket,
        { address: 'test' } as never,
        () => {},
        () => {},
      ),
    )
    await once(server, 'listening')
    client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    client.on('message', (bytes: Buffer) => {
      const decoded = decodeVcp(bytes)
      if (decoded.ok) answers.push(decoded.value.fields.X ?? decoded.value.code)
    })
    await once(client, 'open')
    client.send(encodeVcp({ code: 'V01', fields: {} }))
    await until('it is logged in', () => answers.length === 1)
    answers = []
  })

  afterEach(async () => {
    client.terminate()
    for (const socket of server.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
    metrics.close()
  })

  const ask = (X: string): void => client.send(encodeVcp({ code: 'Q01', fields: { X } }))
  const closeCode = async (): Promise<number> => ((await once(client, 'close')) as [number])[0]
  /** A ping is answered after everything that was sent before it was read. */
  const allRead = async (): Promise<void> => {
    client.ping()
    await once(client, 'pong')
  }

  it('[PERM-024] answers no message until its rights were checked, and ends unanswered when they are others', async () => {
    notify()
    ask('after the change')
    await allRead()
    expect([handled, answers]).toEqual([[], []])
    const closed = closeCode()
    checks[0]?.resolve(false)
    expect(await closed).toBe(1008)
    expect([handled, answers]).toEqual([[], []])
  })

  it('goes on with what waited when its rights are the same, also when it was changed twice', async () => {
    notify()
    notify()
    ask('first')
    await allRead()
    checks[0]?.resolve(true)
    await allRead()
    expect(handled).toEqual([])
    checks[1]?.resolve(true)
    await until('it is answered', () => answers.length === 1)
    expect(answers).toEqual(['first'])
  })

  it('ends when its rights cannot be checked after a change, and stays open when only the check of every half minute fails', async () => {
    clock.advance(CHECK_MS)
    checks[0]?.reject(new Error('the database is away'))
    ask('meanwhile')
    await until('it is answered', () => answers.length === 1)
    const closed = closeCode()
    notify()
    checks[1]?.reject(new Error('the database is away'))
    expect(await closed).toBe(1011)
  })
})
