// Belongs here: the certificate of the server and when its files change. Does not: who speaks TLS with it (tls-front.ts).

import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { z } from 'zod'
import type { Clock } from '../clock/index.ts'
import { StartError } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Settings } from '../settings/index.ts'
import { certificateSettings } from './certificate-settings.ts'

/** A certificate with its chain, and its key, both PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

export interface Certificate {
  /** `null`: there is none, and no TLS. */
  readonly pair: KeyPair | null
  /** Calls back with each new pair, and with `null` when there is none any more. */
  onRenewed(listener: (pair: KeyPair | null) => void): void
  /** Reads the files again; a pair that cannot be used is logged, and the present one stays in use. */
  renew(): Promise<void>
  close(): void
}

/** How often the files are checked: certificates are renewed weeks before they expire. */
const LOOK_MS = 60_000

/** The saved pair, or that of the files. Rejects with `StartError` when files are named that cannot be used. */
export async function openCertificate(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<Settings, 'open'>
  readonly certFile: string
  readonly keyFile: string
}): Promise<Certificate> {
  const { certFile, keyFile, clock } = deps
  const log = deps.log.child({ part: 'tls' })
  const saved = deps.settings.open(certificateSettings)
  const listeners: ((pair: KeyPair | null) => void)[] = []
  let ofFiles = await firstPair(certFile, keyFile)
  let pair = savedPair(saved.value) ?? ofFiles

  const use = (next: KeyPair | null): void => {
    if (next?.cert === pair?.cert && next?.key === pair?.key) return
    pair = next
    for (const listener of listeners) listener(next)
    log.info(next === null ? 'the certificate was removed: no TLS' : 'the certificate was renewed')
  }
  const renew = async (): Promise<void> => {
    if (certFile === '') return
    try {
      ofFiles = await readPair(certFile, keyFile)
      use(savedPair(saved.value) ?? ofFiles)
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the new certificate cannot be used; the one before stays')
    }
  }
  const looking = clock.every(LOOK_MS, () => void renew())
  const watch = saved.subscribe((value) => use(savedPair(value) ?? ofFiles))
  return {
    get pair() {
      return pair
    },
    onRenewed: (listener) => void listeners.push(listener),
    renew,
    close() {
      looking.cancel()
      watch.close()
    },
  }
}

async function firstPair(certFile: string, keyFile: string): Promise<KeyPair | null> {
  if (certFile === '' && keyFile === '') return null
  if (certFile === '' || keyFile === '') {
    throw new StartError('TLS needs both a certificate and its key: give --tls-cert and --tls-key.')
  }
  return await readPair(certFile, keyFile).catch((error: Error) => {
    throw new StartError(`TLS cannot be spoken with the files of --tls-cert and --tls-key: ${error.message}.`)
  })
}

function savedPair({ certificate, privateKey }: z.output<typeof certificateSettings.schema>): KeyPair | null {
  return privateKey.isSet ? { cert: certificate, key: privateKey.reveal() } : null
}

/** Rejects when they are no pair. */
async function readPair(certFile: string, keyFile: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  createSecureContext({ cert, key })
  return { cert, key }
}
