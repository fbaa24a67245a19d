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
  const before = { decoder: globalThis.VideoDecoder, chunk: globalThis.EncodedVideoChunk }
  const getContext = HTMLCanvasElement.prototype.getContext
  Object.assign(globalThis, { VideoDecoder: StandInDecoder, EncodedVideoChunk: StandInChunk })
  const drawImage = () => {
    if (!state.breakDrawing) return
    state.breakDrawing = false
    throw new Error('the canvas is lost')
  }
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ drawImage }) })
  return Object.assign(state, {
    restore() {
      Object.assign(globalThis, { VideoDecoder: before.decoder, EncodedVideoChunk: before.chunk })
      Object.assign(HTMLCanvasElement.prototype, { getContext })
    },
  })
}
