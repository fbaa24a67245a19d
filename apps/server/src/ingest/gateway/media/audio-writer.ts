// Belongs here: audio on its way to one device that may not read. Does not: what it says (ingest/talk-sessions).
import type { Socket } from 'node:net'
import type { GatewayCounters } from '../gateway-counters.ts'

/** Packets that wait: a second of frames of 40 ms. What is older than that is of no use to an ear. */
export const MAX_WAITING_PACKETS = 25

/** So much is given to the socket; the rest waits here, where it can still be dropped. */
const MAX_UNREAD_BYTES = 1024

/** Writes whole packets to a socket; the oldest are dropped when the other side does not read. */
export function audioWriter(socket: Socket, counters: GatewayCounters): (packet: Uint8Array) => void {
  let waiting: Uint8Array[] = []
  const flush = (): void => {
    while (waiting.length > 0 && !socket.destroyed && socket.writableLength <= MAX_UNREAD_BYTES) {
      const packet = waiting.shift()
      // The callback comes when the socket took it, or is gone.
      if (packet) socket.write(packet, () => flush())
    }
  }
  return (packet) => {
    if (socket.destroyed || socket.writableEnded) return
    waiting.push(packet)
    if (waiting.length > MAX_WAITING_PACKETS) {
      waiting = waiting.slice(-MAX_WAITING_PACKETS)
      counters.add('talkDropped')
    }
    flush()
  }
}
