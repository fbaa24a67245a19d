// For tests: a browser whose user has not yet decided whether the page may use the microphone.
import type { VoiceNews, VoiceOrder } from '../voice.types.ts'

/** Makes the page one of `protocol`, on which a browser gives its microphone; `restore` gives the own browser back. */
export function standInForMicrophone(protocol: 'http:' | 'https:') {
  const page = window as unknown as { happyDOM: { setURL(url: string): void } }
  const before = window.location.href
  page.happyDOM.setURL(`${protocol}//fleet.test/`)
  const answers: { allow: (stream: object) => void; refuse: (error: Error) => void }[] = []
  const wishes: unknown[] = []
  const orders: VoiceOrder[] = []
  const counted = { stopped: 0, workers: 0 }
  const endListeners = new Set<() => void>()
  const getUserMedia = (wish: unknown) => {
    wishes.push(wish)
    return new Promise<object>((allow, refuse) => answers.push({ allow, refuse }))
  }
  let newest: StandInWorker | null = null
  class StandInWorker {
    onmessage: ((message: { data: VoiceNews }) => void) | null = null
    constructor() {
      counted.workers += 1
      newest = this
    }
    postMessage(order: VoiceOrder): void {
      orders.push(order)
    }
    terminate(): void {}
  }
  class SilentAudio {
    readonly state = 'running'
    readonly sampleRate = 48_000
    readonly destination = {}
    readonly currentTime = 0
    readonly audioWorklet = { addModule: async () => {} }
    createGain = () => ({ gain: { value: 1 }, connect() {}, disconnect() {} })
    createMediaStreamSource = () => ({ connect() {} })
    close = async () => {}
    resume = async () => {}
  }
  class SilentNode {
    readonly port = { postMessage() {} }
  }
  const restore = replaceAll({
    isSecureContext: true,
    Worker: StandInWorker,
    AudioContext: SilentAudio,
    AudioWorkletNode: SilentNode,
  })
  const devices = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices')
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  const track = {
    addEventListener(_: 'ended', listener: () => void) {
      endListeners.add(listener)
    },
    stop() {
      counted.stopped += 1
    },
  }
  return {
    wishes,
    /** What the page sent to its workers, without the addresses of streams. */
    get orders() {
      return orders.filter(({ kind }) => kind !== 'open')
    },
    get asked() {
      return wishes.length
    },
    /** Microphones that were given back. */
    get stopped() {
      return counted.stopped
    },
    get workers() {
      return counted.workers
    },
    /** Addresses of the streams that the workers were to open. */
    get addresses() {
      return orders.flatMap((order) => (order.kind === 'open' ? [order.url] : []))
    },
    /** The microphone is taken out. */
    end() {
      for (const listener of endListeners) listener()
    },
    allow: () => answers.shift()?.allow({ getTracks: () => [track] }),
    /** What the newest worker reports. */
    tell: (news: VoiceNews) => newest?.onmessage?.({ data: news }),
    refuse: () => answers.shift()?.refuse(new DOMException('Permission denied', 'NotAllowedError')),
    restore() {
      restore()
      if (devices) Object.defineProperty(navigator, 'mediaDevices', devices)
      else Reflect.deleteProperty(navigator, 'mediaDevices')
      page.happyDOM.setURL(before)
    },
  }
}

function replaceAll(values: Readonly<Record<string, unknown>>): () => void {
  const own = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, before] of own) {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}
