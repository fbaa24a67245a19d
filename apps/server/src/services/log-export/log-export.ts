// Belongs here: a log as an encrypted archive in a temporary file. Does not: which rows are in it (features).
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@fleetglass/contract/errors'
import { csvCell } from '@fleetglass/contract/tracks'
import { ArchiveTooLarge, writeEncryptedArchive } from '../../platform/archive/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { storageFault } from '../../platform/errors/index.ts'
import { Download, whenItStandsStill } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Account } from '../directory/index.ts'
import type { Denial, StreamGate } from '../viewers/index.ts'

/** Some millions of rows; more is refused, so that no export fills the disk. */
const MAX_BYTES = 512 * 1024 * 1024

export interface LogColumn<Row> {
  readonly label: string
  readonly value: (row: Row) => string | number
}

export interface ExportedLog<Row> {
  readonly account: Account
  /** Aborted when the caller has disconnected. */
  readonly gone: AbortSignal
  readonly password: string
  readonly columns: readonly LogColumn<Row>[]
  /** Newest first. */
  readonly pages: AsyncIterable<readonly Row[]>
}

export interface LogExports {
  /** Resolves when the archive is written; it is removed when it has left or its caller has gone. */
  write<Row>(log: ExportedLog<Row>): Promise<Download>
}

/** `name` is that of the archive. Archives that a killed server left are removed. */
export async function createLogExports(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly gate: Pick<StreamGate, 'keep'>
  /** What is left of the disk belongs to recordings and the database. */
  readonly isDiskFull: () => boolean
  readonly dataFolder: { readonly path: string }
  readonly name: string
  readonly maxBytes?: number
}): Promise<LogExports> {
  const { clock, gate, isDiskFull, log, name, maxBytes = MAX_BYTES } = deps
  const base = name.replace(/\.7z$/, '')
  const folder = join(deps.dataFolder.path, 'log-exports', base)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const limiter = createConcurrencyLimiter()
  let count = 0
  return {
    async write({ account, gone, password, columns, pages }) {
      const release = await limiter.acquire(account.id)
      count += 1
      const path = join(folder, `${count}.7z`)
      const access = watch(gate, account)
      const remove = async (): Promise<void> => {
        access.close()
        release()
        await rm(path, { force: true })
      }
      try {
        gone.throwIfAborted()
        await writeEncryptedArchive({
          path,
          password,
          name: `${base}.csv`,
          modifiedMs: clock.nowMs(),
          maxBytes,
          content: csvOf(columns, access.during(whileWanted(whileItFits(pages, isDiskFull), gone))),
        })
        access.check()
        gone.throwIfAborted()
      } catch (error) {
        await remove()
        if (gone.aborted && error === gone.reason) throw new AppError('log-export-left')
        if (error instanceof ArchiveTooLarge) throw new AppError('log-export-too-large')
        throw storageFault(error) ?? error
      }
      let sent = 0
      let unread: Timer | null = null
      return new Download({
        chunks: bytesOf(path, (bytes) => {
          sent += bytes
        }),
        type: 'application/x-7z-compressed',
        name,
        started(end) {
          unread = whenItStandsStill(clock, () => sent, end)
          access.onLoss(end)
        },
        ended() {
          unread?.cancel()
          remove().catch((err: unknown) => log.error({ err, path }, 'An exported log cannot be removed'))
        },
      })
    },
  }
}

/** An account that is removed or blocked gets nothing more of its export. */
function watch(gate: Pick<StreamGate, 'keep'>, account: Account) {
  let denial: Denial | null = null
  let end = (): void => undefined
  const access = gate.keep({ account, right: 'login', deviceId: null, channel: null }, (found) => {
    denial = found
    end()
  })
  const check = (): void => {
    if (denial !== null) throw denial.error
  }
  return {
    check,
    async *during<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
      for await (const page of pages) {
        check()
        yield page
      }
    },
    onLoss(then: () => void): void {
      end = then
    },
    close: () => access.close(),
  }
}

async function* whileItFits<Page>(pages: AsyncIterable<Page>, isDiskFull: () => boolean): AsyncGenerator<Page> {
  for await (const page of pages) {
    if (isDiskFull()) throw new AppError('disk-full')
    yield page
  }
}

async function* whileWanted<Page>(pages: AsyncIterable<Page>, gone: AbortSignal): AsyncGenerator<Page> {
  for await (const page of pages) {
    gone.throwIfAborted()
    yield page
  }
}

async function* bytesOf(path: string, onTaken: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    yield chunk
    onTaken(chunk.length)
  }
}

/** A page of rows is one piece of text. The mark at the beginning shows spreadsheets that it is UTF-8. */
async function* csvOf<Row>(
  columns: readonly LogColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const line = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join()}\r\n`
  yield `\uFEFF${line(['#', ...columns.map(({ label }) => label)])}`
  let number = 0
  for await (const rows of pages)
    yield rows.map((row) => line([++number, ...columns.map(({ value }) => value(row))])).join('')
}
