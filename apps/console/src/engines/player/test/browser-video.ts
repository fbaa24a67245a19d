// Stand-ins for what happy-dom lacks of a browser: WebCodecs and a canvas that can be drawn on.

/** What the tests see of the stand-ins, and what they can make them do. */
export interface BrowserVideo {
  /** Chunks that were given to decoders. */
  readonly decoded: { readonly type: string; readonly byteLength: number }[]
  /** Decoders that were made. */
  readonly decoders: number
  /** While true, decoders keep what they are given. */
  stuck: boolean
  /** The next drawing on a canvas throws. */
  breakDrawing: boolean
  /** Codec strings that no decoder takes. */
  unsupported: RegExp | null
  restore(): void
}

export function standInForVideo(): BrowserVideo {
  const state = {
    decoded: [] as { type: string; byteLength: number }[],
    decoders: 0,
    stuck: false,
    breakDrawing: false,
    unsupported: null as RegExp | null,
  }

  class StandInDecoder {
    static isConfigSupported({ codec }: { codec: string }) {
      return Promise.resolve({ supported: state.unsupported?.test(codec) !== true })
    }
    state = 'unconfigured'
    decodeQueueSize = 0
    readonly #output: (frame: unknown) => void
    constructor(init: { output: (frame: unknown) => void }) {
      this.#output = init.output
      state.decoders += 1
    }
    configure() {
      this.state = 'configured'
    }
    decode(chunk: { type: string; timestamp: number; byteLength: number }) {
      state.decoded.push(chunk)
      if (state.stuck) this.decodeQueueSize += 1
      else this.#output({ timestamp: chunk.timestamp, displayWidth: 352, displayHeight: 288, close() {} })
    }
    reset() {
      this.decodeQueueSize = 0
    }
    close() {
      this.state = 'closed'
    }
  }
  class StandInChunk {
    readonly type: string
    readonly timestamp: number
    readonly byteLength: number
    constructor(init: { type: string; timestamp: number; data: Uint8Array }) {
      this.type = init.type
      this.timestamp = init.timestamp
      this.byteLength = init.data.length
    }
  }
  /** A generated track takes whatever it is given. */
  class StandInGenerator {
    readonly writable = {
      getWriter: () => ({ desiredSize: 1, closed: new Promise(() => {}), write: () => Promise.resolve() }),
    }
    stop() {}
  }
  const names = ['VideoDecoder', 'EncodedVideoChunk', 'MediaStreamTrackGenerator', 'MediaStream'] as const
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  const getContext = HTMLCanvasElement.prototype.getContext
  Object.assign(globalThis, {
    VideoDecoder: StandInDecoder,
    EncodedVideoChunk: StandInChunk,
    MediaStreamTrackGenerator: StandInGenerator,
    MediaStream: class {},
  })
  // happy-dom takes a stream of its own making only.
  const srcObject = { configurable: true, writable: true, value: null }
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', srcObject)
  const drawImage = () => {
    if (!state.breakDrawing) return
    state.breakDrawing = false
    throw new Error('the canvas is lost')
  }
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ drawImage }) })
  return Object.assign(state, {
    restore() {
      Reflect.deleteProperty(HTMLVideoElement.prototype, 'srcObject')
      for (const [index, name] of names.entries()) {
        const own = before[index]
        if (own) Object.defineProperty(globalThis, name, own)
        else Reflect.deleteProperty(globalThis, name)
      }
      Object.assign(HTMLCanvasElement.prototype, { getContext })
    },
  })
}
