// Stand-ins for what happy-dom lacks where tiles are on a page whose pictures are of no interest: a stream server that
// accepts and sends nothing, and observers that see nothing.

/** The streams that were opened, and those of them that are still open. */
export interface SilentStreams {
  readonly opened: readonly URL[]
  /** By a test of the address. */
  open(): readonly URL[]
  /** The server sends a message on the open streams, made from the address. */
  say(text: (of: URL) => string): void
  /** What was sent to the streams that are open. */
  said(): readonly string[]
  restore(): void
}

export function standInForStreams(): SilentStreams {
  const sockets: SilentSocket[] = []
  class SilentSocket {
    readyState = 1
    binaryType = 'blob'
    closed = false
    onmessage: ((event: { readonly data: unknown }) => void) | null = null
    readonly url: URL
    constructor(url: string) {
      this.url = new URL(url)
      sockets.push(this)
    }
    readonly sent: string[] = []
    send(text: string): void {
      this.sent.push(text)
    }
    close(): void {
      this.closed = true
    }
  }
  class Blind {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  const { WebSocket, IntersectionObserver } = globalThis
  Object.assign(globalThis, { WebSocket: SilentSocket, IntersectionObserver: Blind })
  return {
    get opened() {
      return sockets.map(({ url }) => url)
    },
    open: () => sockets.filter(({ closed }) => !closed).map(({ url }) => url),
    say(text) {
      for (const socket of sockets) if (!socket.closed) socket.onmessage?.({ data: text(socket.url) })
    },
    said: () => sockets.filter(({ closed }) => !closed).flatMap(({ sent }) => sent),
    restore: () => Object.assign(globalThis, { WebSocket, IntersectionObserver }),
  }
}
