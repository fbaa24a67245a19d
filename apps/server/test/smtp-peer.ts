// A real SMTP server on loopback that stores what it takes.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** PEM of the certificate that the peer shows; a client that believes it needs no other authority. */
export const peerCertificate = readFileSync(join(import.meta.dirname, 'certificates/first.cert.pem'), 'utf8')
const peerKey = readFileSync(join(import.meta.dirname, 'certificates/first.key.pem'), 'utf8')

export const PEER_USER = 'fleet'
export const PEER_PASSWORD = 'open sesame'

export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly isEncrypted: boolean
  /** `null`: nobody has logged in. */
  readonly login: string | null
  /** Headers and body. */
  readonly text: string
}

export interface SmtpPeer {
  readonly port: number
  readonly mails: readonly TakenMail[]
  /** Connections until now. */
  readonly connections: number
  close(): Promise<void>
}

/** `options` are those of smtp-server; the peer is without a login unless they name the methods. */
export async function startSmtpPeer(options: SMTPServerOptions = {}, port = 0): Promise<SmtpPeer> {
  const mails: TakenMail[] = []
  let connections = 0
  const server = new SMTPServer({
    cert: peerCertificate,
    key: peerKey,
    disableReverseLookup: true,
    authOptional: options.authMethods === undefined,
    allowInsecureAuth: true,
    onConnect(_, done) {
      connections += 1
      done()
    },
    onAuth({ username, password, validatePassword }, _, done) {
      const isRight = password === PEER_PASSWORD || validatePassword?.(PEER_PASSWORD) === true
      if (username === PEER_USER && isRight) done(null, { user: username })
      else done(new Error('unknown user or password'))
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          isEncrypted: secure,
          login: typeof user === 'string' ? user : null,
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    get connections() {
      return connections
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
