// Belongs here: what one device's socket may keep of ours, and its end. Does not: accepting sockets (../tcp-listener.ts).
import type { Socket } from 'node:net'
import type { Clock } from '../../../platform/clock/index.ts'
import type { MemoryBudget } from '../../../platform/limits/index.ts'
import { endSoon } from '../tcp-listener.ts'
import type { Transport } from './transport.types.ts'

/** Answers that one device has not taken: thousands of them, so it does not read at all. */
export const MAX_UNREAD_BYTES = 64 * 1024

/** The same of all devices together. */
export const MAX_UNREAD_BYTES_OF_ALL = 32 * 1024 * 1024

/** `unread` is the budget that all connections share. */
export function tcpTransport(socket: Socket, { clock, unread }: { clock: Clock; unread: MemoryBudget }): Transport {
  let buffered = 0
  let ending = false
  const measure = (): void => {
    const now = socket.destroyed ? 0 : socket.writableLength
    unread.add(now - buffered)
    buffered = now
  }
  const isTooMuch = (): boolean => buffered > MAX_UNREAD_BYTES || (buffered > 0 && unread.isExceeded)
  socket.once('close', measure)
  return {
    kind: 'tcp',
    peer: `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`,
    address: socket.remoteAddress ?? '',
    localAddress: (socket.localAddress ?? '').replace(/^::ffff:/, ''),
    write(bytes) {
      if (socket.destroyed || ending) return true
      socket.write(bytes, measure)
      measure()
      return !isTooMuch()
    },
    end() {
      if (ending) return
      ending = true
      if (isTooMuch()) socket.destroy()
      else endSoon(socket, clock)
    },
  }
}
