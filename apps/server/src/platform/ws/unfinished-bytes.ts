import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/**
 * Limits how many bytes of an unfinished message a client can make the server buffer. `ws` has one limit for the whole life
 * of a socket, which must fit the longest message of a peer that is known; until the client is known, the bytes of its connection
 * since the last whole message are counted. The bound is kept but for the bytes of one read.
 *
 * Returns the function that lifts the bound.
 */
export function boundUnfinished(
  socket: WebSocket,
  stream: Duplex,
  { first, maxBytes, exceeded }: { readonly first: number; readonly maxBytes: number; readonly exceeded: () => void },
): () => void {
  let unfinished = first
  const finished = (): void => {
    unfinished = 0
  }
  const count = (chunk: Buffer): void => {
    unfinished += chunk.length
    if (unfinished <= maxBytes) return
    lift()
    exceeded()
  }
  const lift = (): void => {
    stream.off('data', count)
    socket.off('message', finished)
  }
  socket.on('message', finished)
  stream.on('data', count)
  return lift
}
