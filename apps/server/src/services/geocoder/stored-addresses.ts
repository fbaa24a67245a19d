// Belongs here: addresses that outlive the server, in one file. Does not: which place shares an address (features/geocode).
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import type { Log } from '../../platform/log/index.ts'

/** Addresses that are kept; the one asked for longest ago goes first. */
export const MAX_STORED_ADDRESSES = 20_000
/** The file is written anew, with what is still kept, when it has so many lines more. */
const SPARE_LINES = 20_000
/** A longer key or name is none of ours. */
const TEXT_MAX = 600

export interface StoredAddresses {
  /** Counts as asked for just now. */
  get(key: string): string | undefined
  set(key: string, name: string): void
  /** Resolves when everything is in the file. */
  close(): Promise<void>
}

/**
 * One line of JSON for each address, appended; the newest line of a key counts, and one that is torn or foreign does not. A file
 * that cannot be written costs no more than the addresses: it is logged once, and they are kept until the end.
 */
export async function openStoredAddresses(file: string, log: Log): Promise<StoredAddresses> {
  const cached = new Map<string, string>()
  let lines = 0
  const put = (key: string, name: string): void => {
    cached.delete(key)
    if (cached.size >= MAX_STORED_ADDRESSES) cached.delete(cached.keys().next().value as string)
    cached.set(key, name)
  }
  const found = await readIfThere(file, log)
  for (const line of found.split('\n')) {
    if (line !== '') lines += 1
    const entry = readEntry(line)
    if (entry !== null) put(...entry)
  }

  // Behind a torn line the next one would be torn too.
  let unwritten = found === '' || found.endsWith('\n') ? [] : ['\n']
  let writing: Promise<void> | null = null
  let complained = false
  const write = async (): Promise<void> => {
    while (unwritten.length > 0) {
      const text = unwritten.join('')
      lines += unwritten.length
      unwritten = []
      if (lines <= MAX_STORED_ADDRESSES + SPARE_LINES) await appendFile(file, text)
      else {
        lines = cached.size
        await writeFile(`${file}.new`, [...cached].map(lineOf).join(''))
        await rename(`${file}.new`, file)
      }
    }
  }
  const startWriting = (): void => {
    writing ??= write()
      .catch((error: unknown) => {
        if (!complained) log.warn({ err: error, file }, 'addresses cannot be kept on disk')
        complained = true
      })
      .finally(() => {
        writing = null
      })
  }
  return {
    get(key) {
      const name = cached.get(key)
      if (name !== undefined) put(key, name)
      return name
    },
    set(key, name) {
      put(key, name)
      // Bounded by the geocoder, which is asked one question at a time: the disk is faster.
      unwritten.push(lineOf([key, name]))
      startWriting()
    },
    async close() {
      while (writing !== null) await writing
    },
  }
}

async function readIfThere(file: string, log: Log): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') log.warn({ err: error, file }, 'kept addresses cannot be read')
    return ''
  }
}

function lineOf(entry: readonly [string, string]): string {
  return `${JSON.stringify(entry)}\n`
}

function readEntry(line: string): [string, string] | null {
  if (line === '' || line.length > 2 * TEXT_MAX) return null
  try {
    const entry: unknown = JSON.parse(line)
    if (!Array.isArray(entry) || entry.length !== 2) return null
    const [key, name] = entry as [unknown, unknown]
    return typeof key === 'string' && typeof name === 'string' && name !== '' ? [key, name] : null
  } catch {
    return null
  }
}
