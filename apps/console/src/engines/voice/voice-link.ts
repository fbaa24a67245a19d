import { parseMediaMessage } from '@fleetglass/contract/streams'
import { type Microphone, openMicrophone } from './microphone.ts'
import type { VoiceEvents, VoiceNews, VoiceOrder } from './voice.types.ts'

/** TALK-11: to the log, and nowhere else. */
const MICROPHONE_REFUSED = 'You must allow your microphone.'

/** One voice: a microphone, a worker that encodes and sends, and what comes back. Begins at once; `close` is for good. */
export class VoiceLink {
  readonly #url: string
  readonly #events: VoiceEvents
  readonly #log: (text: string) => void
  #microphone: Microphone | null = null
  #worker: Worker | null = null
  #closed = false

  /** `url` of the stream; it holds the hash: never log it. */
  constructor(url: string, events: VoiceEvents, log: (text: string) => void) {
    this.#url = url
    this.#events = events
    this.#log = log
    void this.#begin()
  }

  /** Whether the microphone is sent. */
  speak(on: boolean): void {
    this.#order({ kind: 'speak', on })
  }

  say(command: object): void {
    this.#order({ kind: 'say', text: JSON.stringify(command) })
  }

  /** Gives the microphone back and closes the socket. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#microphone?.close()
    this.#order({ kind: 'close' })
    const worker = this.#worker
    if (worker === null) return
    // The socket closes with a handshake first; a terminated worker would close it without one.
    worker.onmessage = ({ data }: MessageEvent<VoiceNews>) => {
      if (data.kind === 'closed') worker.terminate()
    }
  }

  async #begin(): Promise<void> {
    // A page on plain http has no microphone to request.
    if (typeof navigator.mediaDevices?.getUserMedia !== 'function') {
      this.#end({ kind: 'no-microphone', reason: 'insecure' })
      return
    }
    try {
      const microphone = await openMicrophone()
      if (this.#closed) microphone.close()
      else this.#start(microphone)
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') {
      this.#log(MICROPHONE_REFUSED)
      this.#end({ kind: 'refused' })
      return
    }
    const reason = error instanceof Error ? error.message : String(error)
    this.#log(`no microphone: ${reason}`)
    this.#end({ kind: 'no-microphone', reason })
  }

  #start(microphone: Microphone): void {
    this.#microphone = microphone
    microphone.onEnded(() => this.#end({ kind: 'no-microphone', reason: 'the microphone ended' }))
    const worker = new Worker(new URL('./voice.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<VoiceNews>) => this.#receive(data)
    this.#worker = worker
    this.#events.connecting()
    const { sampleRate, port } = microphone
    this.#order({ kind: 'open', url: this.#url, sampleRate, microphone: port }, [port])
  }

  #receive(news: VoiceNews): void {
    if (this.#closed) return
    switch (news.kind) {
      case 'opened':
        this.#events.opened()
        return
      case 'text':
        this.#events.said(news.text)
        return
      case 'media': {
        const message = parseMediaMessage(new Uint8Array(news.bytes))
        if (message !== null) this.#events.heard(message)
        return
      }
      case 'level':
        this.#events.level(news.level)
        return
      case 'closed':
        this.#end({ kind: 'closed', code: news.code })
    }
  }

  #end(end: Parameters<VoiceEvents['ended']>[0]): void {
    if (this.#closed) return
    this.close()
    // The worker has no socket any more that could report its end.
    if (end.kind === 'closed') this.#worker?.terminate()
    this.#events.ended(end)
  }

  #order(order: VoiceOrder, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(order, transfer)
  }
}
