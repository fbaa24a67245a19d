// Belongs here: whether mails can be sent, and for how long one may take. Does not: SMTP (transport.ts), what waits and is tried again
// (services/event-deliveries), what mails say (features).
import { AppError } from '@fleetglass/contract/errors'
import type { Settings } from '../settings/index.ts'
import type { Mail, OutgoingMail } from './mail.types.ts'
import { mailSettings } from './mail-settings.ts'
import { deliver } from './transport.ts'

/** A server that takes longer is given up: one that answers a byte now and then would hold a mail for ever. */
const LONGEST_MS = 120_000

export interface MailDeps {
  readonly settings: Settings
  /** PEM; left out: the authorities of Node. */
  readonly authorities?: string | undefined
  /** For one mail. */
  readonly longestMs?: number
}

export function createMail(deps: MailDeps): Mail {
  return new SmtpMail(deps)
}

class SmtpMail implements Mail {
  readonly #deps: MailDeps
  readonly #settings
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: MailDeps) {
    this.#deps = deps
    this.#settings = deps.settings.open(mailSettings)
  }

  get isConfigured(): boolean {
    return this.#settings.value.server !== ''
  }

  async send(mail: OutgoingMail): Promise<void> {
    if (this.#stopping.signal.aborted) throw new AppError('server-stopping')
    if (!this.isConfigured) throw new AppError('mail-not-configured')
    const sent = this.#attempt(mail)
    const running = sent.catch(() => undefined).finally(() => this.#running.delete(running))
    this.#running.add(running)
    await sent
  }

  onSettings(changed: () => void): { close(): void } {
    return this.#settings.subscribe(changed)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #attempt(mail: OutgoingMail): Promise<void> {
    const { authorities, longestMs = LONGEST_MS } = this.#deps
    const settings = this.#settings.value
    const late = AbortSignal.timeout(longestMs)
    try {
      await deliver({ settings, mail, authorities }, AbortSignal.any([this.#stopping.signal, late]))
    } catch (error) {
      if (!late.aborted || this.#stopping.signal.aborted) throw error
      throw new AppError('mail-unreachable', { server: settings.server })
    }
  }
}
