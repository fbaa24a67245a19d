import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createLog, limitLog } from '../../../platform/log/index.ts'
import { FtpSession } from './ftp-session.ts'

it('is gone soon after its end although its client takes no answer', () => {
  const clock = createManualClock()
  const log = createLog('silent')
  let isDestroyed = false
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: '127.0.0.1',
    localAddress: '127.0.0.1',
    writableLength: 100,
    write: () => false,
    // It waits for what is written.
    destroySoon: () => undefined,
    destroy: () => {
      isDestroyed = true
    },
  })
  const addressLog = limitLog(log, clock)
  const context = { clock, log, addressLog, uploads: { admit: () => null }, ports: {} as never, publicHost: () => '' }
  const session = new FtpSession(context, socket as unknown as Socket, () => undefined)
  clock.advance(11_000)
  session.tick(clock.monotonicMs())
  expect(isDestroyed).toBe(false)
  clock.advance(1_000)
  expect(isDestroyed).toBe(true)
  socket.emit('close')
  expect(clock.pending).toBe(0)
})
