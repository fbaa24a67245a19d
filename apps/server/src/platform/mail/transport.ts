// Belongs here: one mail to one SMTP server, and what its failures mean. Does not: what waits and is tried again (services/event-deliveries).
import { AppError } from '@fleetglass/contract/errors'
import { createTransport } from 'nodemailer'
import type { OutgoingMail } from './mail.types.ts'
import type { MailSettings } from './mail-settings.ts'

/** A server that is reached answers each step within seconds. */
const CONNECT_MS = 10_000
const SILENT_MS = 30_000
const ANSWER_MAX = 200

const authMethods = { '0': 'CRAM-MD5', '1': null, '2': 'PLAIN', '3': 'LOGIN' } as const

export interface Attempt {
  readonly settings: MailSettings
  readonly mail: OutgoingMail
  /** Certificates of further authorities, PEM; left out: those of Node. */
  readonly authorities?: string | undefined
}

/** Resolves when the server has taken the mail; rejects with an `AppError`, and at once when the signal aborts. */
export async function deliver({ settings, mail, authorities }: Attempt, signal: AbortSignal): Promise<void> {
  const { server, port, security } = settings
  const method = authMethods[settings.auth]
  const transport = createTransport({
    host: server,
    port,
    secure: security === '1',
    requireTLS: security === '0',
    ignoreTLS: security === '2',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    allowInternalNetworkInterfaces: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(authorities !== undefined && { tls: { ca: authorities } }),
    ...(method !== null && {
      authMethod: method,
      auth: { user: settings.user, pass: settings.pass.reveal() },
    }),
  })
  try {
    await aborted(signal, transport.sendMail(messageOf(settings, mail)))
  } catch (error) {
    throw failureOf(error, settings)
  } finally {
    transport.close()
  }
}

function messageOf(settings: MailSettings, { to, subject, text, html, from, attachments = [] }: OutgoingMail) {
  return {
    from: { address: from ?? settings.from, name: settings.name },
    to: [...to],
    subject,
    text,
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
  }
}

function aborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new AppError('server-stopping'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

function failureOf(error: unknown, settings: MailSettings): AppError {
  if (error instanceof AppError) return error
  const { server } = settings
  const { code = '', responseCode, response, message } = error as Readonly<Record<string, unknown>>
  if (code === 'EAUTH' || code === 'ENOAUTH') return new AppError('mail-login-refused', { server })
  if (code === 'ETLS' || isCertificateFault(error)) return new AppError('mail-not-encrypted', { server })
  if (typeof responseCode === 'number' && responseCode >= 400) {
    return new AppError('mail-refused', { server, answer: withoutSecret(String(response ?? message), settings) })
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new AppError('mail-refused', { server, answer: withoutSecret(String(message), settings) })
  }
  return new AppError('mail-unreachable', { server })
}

/** A TLS failure before the greeting comes as a failure of the socket, with what TLS found in its message. */
function isCertificateFault(error: unknown): boolean {
  return /certificate|self-signed|wrong version number|SSL|TLS/i.test((error as Error).message)
}

/** What a server answers is shown to an administrator, and could repeat what it was sent. */
function withoutSecret(answer: string, { pass }: MailSettings): string {
  const shown = pass.isSet ? answer.replaceAll(pass.reveal(), pass.toString()) : answer
  return shown.slice(0, ANSWER_MAX)
}

/** The answer to the same mail will be the same: an SMTP answer of 5xx is final (RFC 5321, 4.2.1). */
export function isFinalMailFailure(error: AppError): boolean {
  return error.code === 'mail-refused' && /^5|^No recipients/.test(String(error.parameters['answer']))
}
