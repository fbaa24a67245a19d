// Belongs here: the certificate of the server and when its files change. Does not: who speaks TLS with it (tls-front.ts).

import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Clock } from '../clock/index.ts'
import { StartError } from '../errors/index.ts'
import type { Log } from '../log/index.ts'

/** A certificate with its chain, and its key, both PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

export interface Certificate {
  readonly pair: KeyPair
  /** Calls back with each new pair. */
  onRenewed(listener: (pair: KeyPair) => void): void
  /** Reads the files again; a pair that cannot be used is logged, and the present one stays in use. */
  renew(): Promise<void>
  close(): void
}

/** How often the files are checked: certificates are renewed weeks before they expire. */
const LOOK_MS = 60_000

/** Opens the pair of files; `null` where neither is named. Rejects with `StartError` when they cannot be used. */
export async function openCertificate(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly certFile: string
  readonly keyFile: string
}): Promise<Certificate | null> {
  const { certFile, keyFile, clock } = deps
  if (certFile === '' && keyFile === '') return null
  if (certFile === '' || keyFile === '') {
    throw new StartError('TLS needs both a certificate and its key: give --tls-cert and --tls-key.')
  }
  const log = deps.log.child({ part: 'tls' })
  const listeners: ((pair: KeyPair) => void)[] = []
  let pair = await readPair(certFile, keyFile).catch((error: Error) => {
    throw new StartError(`TLS cannot be spoken with the files of --tls-cert and --tls-key: ${error.message}.`)
  })
  const renew = async (): Promise<void> => {
    try {
      const next = await readPair(certFile, keyFile)
      if (next.cert === pair.cert && next.key === pair.key) return
      pair = next
      for (const listener of listeners) listener(next)
      log.info('the certificate was renewed')
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the new certificate cannot be used; the one before stays')
    }
  }
  const looking = clock.every(LOOK_MS, () => void renew())
  return {
    get pair() {
      return pair
    },
    onRenewed: (listener) => void listeners.push(listener),
    renew,
    close: () => looking.cancel(),
  }
}

/** Rejects when they are no pair. */
async function readPair(certFile: string, keyFile: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  createSecureContext({ cert, key })
  return { cert, key }
}
