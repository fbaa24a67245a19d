import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

/** A server that accepts and says nothing. */
class SilentSocket {
  readyState = 0
  send(): void {}
  close(): void {}
}

/** For tests: a browser whose streams stay silent and whose tiles can be seen. Answers the way back. */
export function silentStreams(): () => void {
  const giveBackSize = giveElementsSize()
  const before = { socket: globalThis.WebSocket, observer: globalThis.IntersectionObserver }
  const observer = class {
    observe() {}
    disconnect() {}
  }
  Object.assign(globalThis, { WebSocket: SilentSocket, IntersectionObserver: observer })
  return () => {
    giveBackSize()
    Object.assign(globalThis, { WebSocket: before.socket, IntersectionObserver: before.observer })
  }
}
