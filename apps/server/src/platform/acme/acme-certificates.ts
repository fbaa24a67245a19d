// Belongs here: certificates from an ACME authority (RFC 8555), by http-01. Does not: which certificate TLS uses (platform/tls).
import { X509Certificate } from 'node:crypto'
import { AppError, ruleMessage } from '@fleetglass/contract/errors'
import { domainsOf } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import type { Clock } from '../clock/index.ts'
import { invalidRequest } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Job } from '../scheduler/index.ts'
import type { OpenSettings, Settings } from '../settings/index.ts'
import { certificateSettings } from '../tls/index.ts'
import { acmeSettings } from './acme-settings.ts'
import { obtainCertificate } from './obtain-certificate.ts'

export interface AcmeCertificates {
  /** Renews what was obtained before it ends. */
  readonly jobs: readonly Job[]
  /** For people, in English. */
  status(): string
  /**
   * Begins a request for the saved domains, which `save` may store first; its outcome is the status. Rejects when none are saved, and while
   * another one begins or runs: `save` is not called then.
   */
  request(save?: () => Promise<void>): Promise<void>
  /** The answer to a challenge of the authority, while a request runs. */
  challengeAnswer(token: string): string | undefined
  /** What is obtained from now on is not used. */
  close(): void
}

export interface AcmeDeps {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<Settings, 'open'>
  /** The directory of the authority. */
  readonly directoryUrl: string
}

const RENEWAL_PERIOD_MS = 12 * 3_600_000
const DAY_MS = 86_400_000
/** Before the end of a certificate: its authority expects it then, and there is time for failures. */
const RENEWED_DAYS = 30

/** SET-061. */
const requestable = z.object({
  domains: z.string().min(1, ruleMessage('empty')),
  email: z.string().min(1, ruleMessage('empty')),
})

type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly domains: string }
  | { readonly kind: 'failed'; readonly domains: string; readonly reason: string }

export function createAcmeCertificates(deps: AcmeDeps): AcmeCertificates {
  return new AcmeRequests(deps)
}

class AcmeRequests implements AcmeCertificates {
  readonly jobs: readonly Job[]
  readonly #deps: AcmeDeps
  readonly #log: Log
  readonly #settings: OpenSettings<z.output<typeof acmeSettings.schema>>
  readonly #pair: OpenSettings<z.output<typeof certificateSettings.schema>>
  readonly #answers = new Map<string, string>()
  #outcome: Outcome = { kind: 'none' }
  #isClosed = false
  /** Its domains are being saved. */
  #isBeginning = false

  constructor(deps: AcmeDeps) {
    this.#deps = deps
    this.#log = deps.log.child({ part: 'acme' })
    this.#settings = deps.settings.open(acmeSettings)
    this.#pair = deps.settings.open(certificateSettings)
    this.jobs = [
      {
        name: 'certificate renewal',
        schedule: { everyMs: RENEWAL_PERIOD_MS },
        needsTrustedTime: true,
        run: () => this.#renewInTime(),
      },
    ]
  }

  status(): string {
    const outcome = this.#outcome
    const obtained = this.#obtained()
    const present =
      obtained === null
        ? 'No certificate was obtained.'
        : `The certificate for ${namesOf(obtained)} is valid until ${obtained.validToDate.toISOString().slice(0, 10)}.`
    switch (outcome.kind) {
      case 'running':
        return `A certificate for ${outcome.domains} is being requested.`
      case 'failed':
        return `The request for ${outcome.domains} failed: ${outcome.reason}. ${present}`
      case 'none':
        return present
    }
  }

  async request(save?: () => Promise<void>): Promise<void> {
    if (this.#isBusy) throw new AppError('certificate-requested')
    this.#isBeginning = true
    try {
      await save?.()
      const checked = requestable.safeParse(this.#settings.value)
      if (!checked.success) throw invalidRequest(checked.error)
      void this.#run()
    } finally {
      this.#isBeginning = false
    }
  }

  get #isBusy(): boolean {
    return this.#isBeginning || this.#outcome.kind === 'running'
  }

  challengeAnswer(token: string): string | undefined {
    return this.#answers.get(token)
  }

  close(): void {
    this.#isClosed = true
  }

  /** `null`: the certificate in the settings, if any, came from elsewhere. */
  #obtained(): X509Certificate | null {
    const { certificate } = this.#pair.value
    if (certificate === '') return null
    const leaf = new X509Certificate(certificate)
    return this.#settings.value.obtained.split(' ').includes(leaf.fingerprint256) ? leaf : null
  }

  async #renewInTime(): Promise<void> {
    const obtained = this.#obtained()
    if (obtained === null || this.#isBusy) return
    const leftMs = obtained.validToDate.getTime() - this.#deps.clock.nowMs()
    if (leftMs < RENEWED_DAYS * DAY_MS) await this.#run()
  }

  /** Never rejects: what went wrong is the status. */
  async #run(): Promise<void> {
    const { email, domains: text } = this.#settings.value
    const domains = domainsOf(text)
    const named = domains.join(', ')
    const baseRevision = this.#pair.revision
    this.#outcome = { kind: 'running', domains: named }
    try {
      const { certificate, privateKey, accountKey } = await obtainCertificate({
        directoryUrl: this.#deps.directoryUrl,
        domains,
        email,
        accountKey: this.#settings.value.accountKey.reveal(),
        answers: this.#answers,
      })
      if (this.#isClosed) return
      const author = { name: 'certificate request' }
      // The present one stays known as obtained: the process may end before the new pair is saved.
      const fingerprints = [new X509Certificate(certificate).fingerprint256, this.#obtained()?.fingerprint256 ?? '']
      const obtained = fingerprints.join(' ').trim()
      await this.#settings.save({ accountKey, obtained }, author)
      // Not in place of a pair that somebody saved while the authority worked.
      await this.#pair.save({ certificate, privateKey }, { ...author, baseRevision })
      this.#outcome = { kind: 'none' }
      this.#log.info({ domains }, 'A certificate was obtained and is used for TLS')
    } catch (error) {
      const reason = (error as Error).message
      this.#outcome = { kind: 'failed', domains: named, reason }
      this.#log.error({ domains, reason }, 'Cannot obtain a certificate. The present one stays in use')
    } finally {
      this.#answers.clear()
    }
  }
}

function namesOf({ subjectAltName = '' }: X509Certificate): string {
  return subjectAltName.replaceAll('DNS:', '')
}
