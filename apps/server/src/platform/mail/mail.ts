// Belongs here: which mails wait, and when each is tried. Does not: SMTP (transport.ts), what mails say (features).
import { AppError } from '@fleetglass/contract/errors'
import type { Clock, Timer } from '../clock/index.ts'
import type { Log } from '../log/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Mail, OutgoingMail } from './mail.types.ts'
import { mailSettings } from './mail-settings.ts'
import { deliver, isFinal } from './transport.ts'

/** Mails that wait, and their bytes. Beyond either a new mail is refused: those that wait are older, and somebody expects them too. */
export const WAITING_MAX = 500
export const WAITING_BYTES_MAX = 64 * 1024 * 1024
/** Before the second attempt, the third, and so on. */
export const RETRY_MS: readonly number[] = [30_000, 120_000, 600_000, 1_800_000]
/** Mails under way at once. A slow server then holds up half of the others. */
const AT_ONCE = 2

export interface MailDeps {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  /** PEM; left out: the authorities of Node. */
  readonly authorities?: string | undefined
}

interface Waiting {
  readonly mail: OutgoingMail
  readonly bytes: number
  attempts: number
  /** `null` while it is ready or under way. */
  timer: Timer | null
  done(): void
  failed(error: AppError): void
}

export function createMail(deps: MailDeps): Mail {
  return new QueuedMail(deps)
}

class QueuedMail implements Mail {
  readonly #deps: MailDeps
  readonly #log: Log
  readonly #settings
  readonly #subscription: { close(): void }
  readonly #stopping = new AbortController()
  /** All that are not over, in the order in which they came. */
  readonly #waiting = new Set<Waiting>()
  readonly #ready: Waiting[] = []
  readonly #running = new Set<Promise<void>>()
  #bytes = 0

  constructor(deps: MailDeps) {
    this.#deps = deps
    this.#log = deps.log.child({ part: 'mail' })
    this.#settings = deps.settings.open(mailSettings)
    this.#subscription = this.#settings.subscribe(() => this.#tryAll())
  }

  get isConfigured(): boolean {
    return this.#settings.value.server !== ''
  }

  async send(mail: OutgoingMail): Promise<void> {
    const bytes = sizeOf(mail)
    this.#check()
    if (this.#waiting.size >= WAITING_MAX || this.#bytes + bytes > WAITING_BYTES_MAX) {
      throw new AppError('mail-queue-full')
    }
    await new Promise<void>((done, failed) => {
      const waiting = { mail, bytes, attempts: 0, timer: null, done, failed }
      this.#waiting.add(waiting)
      this.#bytes += bytes
      this.#ready.push(waiting)
      this.#start()
    })
  }

  async sendNow(mail: OutgoingMail): Promise<void> {
    this.#check()
    await this.#attempt(mail)
  }

  async close(): Promise<void> {
    this.#subscription.close()
    this.#stopping.abort()
    this.#ready.length = 0
    const left = [...this.#waiting]
    for (const waiting of left) this.#end(waiting, new AppError('server-stopping'))
    if (left.length > 0)
      this.#log.warn({ mails: left.length }, 'The server stops before all mails were sent; they are lost')
    await Promise.all(this.#running)
  }

  #check(): void {
    if (this.#stopping.signal.aborted) throw new AppError('server-stopping')
    if (!this.isConfigured) throw new AppError('mail-not-configured')
  }

  #attempt(mail: OutgoingMail): Promise<void> {
    const attempt = { settings: this.#settings.value, mail, authorities: this.#deps.authorities }
    return deliver(attempt, this.#stopping.signal)
  }

  #start(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#ready.shift()
      if (next === undefined) return
      const running = this.#process(next).finally(() => {
        this.#running.delete(running)
        this.#start()
      })
      this.#running.add(running)
    }
  }

  async #process(waiting: Waiting): Promise<void> {
    waiting.attempts += 1
    try {
      this.#check()
      await this.#attempt(waiting.mail)
      this.#end(waiting, null)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#failed(waiting, error)
    }
  }

  #failed(waiting: Waiting, error: AppError): void {
    const delayMs = isFinal(error) ? undefined : RETRY_MS[waiting.attempts - 1]
    const { attempts } = waiting
    if (delayMs === undefined || this.#stopping.signal.aborted) {
      this.#log.error({ code: error.code, reason: error.message, attempts }, 'Cannot send a mail; it is dropped')
      this.#end(waiting, error)
      return
    }
    this.#log.warn(
      { code: error.code, reason: error.message, attempts, delayMs },
      'Cannot send a mail; it is tried again',
    )
    waiting.timer = this.#deps.clock.after(delayMs, () => this.#tryAgain(waiting))
  }

  /** The settings have changed: what failed with the old ones may pass now. */
  #tryAll(): void {
    for (const waiting of this.#waiting) if (waiting.timer !== null) this.#tryAgain(waiting)
  }

  #tryAgain(waiting: Waiting): void {
    waiting.timer?.cancel()
    waiting.timer = null
    this.#ready.push(waiting)
    this.#start()
  }

  #end(waiting: Waiting, error: AppError | null): void {
    if (!this.#waiting.delete(waiting)) return
    waiting.timer?.cancel()
    this.#bytes -= waiting.bytes
    if (error === null) waiting.done()
    else waiting.failed(error)
  }
}

function sizeOf({ subject, text, html = '', attachments = [] }: OutgoingMail): number {
  const words = Buffer.byteLength(subject) + Buffer.byteLength(text) + Buffer.byteLength(html)
  return attachments.reduce((sum, { content }) => sum + content.byteLength, words)
}
