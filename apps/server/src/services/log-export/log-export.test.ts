import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@fleetglass/contract/errors'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import type { Account } from '../directory/index.ts'
import { Denial } from '../viewers/index.ts'
import { createLogExports, type LogExports } from './index.ts'

const account = { id: 1 } as Account
const columns = [{ label: 'Text', value: (row: string) => row }]

let clock: ManualClock
let folder: string
let isFull = false
/** The account loses its access. */
let lose: () => void = () => undefined
beforeEach(() => {
  clock = createManualClock()
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-log-export-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(maxBytes?: number): Promise<LogExports> {
  const gate = {
    keep: (_access: unknown, denied: (denial: Denial) => void) => {
      lose = () => denied(new Denial(new AppError('wrong-credentials')))
      return { account, onChange: () => undefined, close: () => undefined }
    },
  }
  const isDiskFull = () => isFull
  const options = { clock, log: createLog('silent'), gate, isDiskFull, dataFolder: { path: folder }, name: 'some.7z' }
  return createLogExports({ ...options, ...(maxBytes !== undefined && { maxBytes }) })
}

async function* pages(...rows: readonly string[]): AsyncGenerator<readonly string[]> {
  for (const row of rows) yield [row]
}

const files = () => readdirSync(join(folder, 'log-exports/some'))
const write = async (exports: LogExports, rows = pages('a row'), gone = new AbortController().signal) =>
  await exports.write({ account, gone, password: 'x', columns, pages: rows })

it('refuses a log that is too large for an archive, and leaves no file', async () => {
  const noise = pages('longer than that', Math.random().toString(36).repeat(20))
  await expect(write(await open(64), noise)).rejects.toMatchObject({ code: 'log-export-too-large' })
  expect(files()).toEqual([])
})

it('ends an export whose account loses its access while the archive is written, and leaves no file', async () => {
  const rows = (async function* () {
    yield ['one']
    lose()
    yield ['two']
  })()
  await expect(write(await open(), rows)).rejects.toMatchObject({ code: 'wrong-credentials' })
  expect(files()).toEqual([])
})

it('ends an export whose caller has left while the archive is written or waits for its turn, and gives its place to the next', async () => {
  const exports = await open()
  const caller = new AbortController()
  const endless = async function* () {
    for (;;) {
      yield ['a row']
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const left = Array.from({ length: 3 }, () => write(exports, endless(), caller.signal))
  const next = write(exports)
  caller.abort()
  await Promise.all(left.map((one) => expect(one).rejects.toMatchObject({ code: 'log-export-left' })))
  await next
  expect(files()).toEqual(['4.7z'])
})

it('ends an export when the disk has no more space for it, and leaves no file', async () => {
  isFull = true
  await expect(write(await open())).rejects.toMatchObject({ code: 'disk-full' })
  isFull = false
  expect(files()).toEqual([])
})

it('ends archives that nobody reads, so that the next exports of the account have their turn', async () => {
  const exports = await open()
  const first = [await write(exports), await write(exports)].map(sent)
  const third = write(exports)
  clock.advance(75_000)
  expect(first.map(({ isCut }) => isCut())).toEqual([true, true])
  for (const { stream } of first) stream().destroy()
  const { stream, isCut } = sent(await third)
  lose()
  expect(isCut()).toBe(true)
  stream().destroy()
  await until('all files are removed', () => files().length === 0)
})

/** An answer that is sent to a client which takes nothing. */
function sent(download: Awaited<ReturnType<typeof write>>) {
  let isCut = false
  let stream = Readable.from([])
  const reply = {
    raw: {
      destroy: () => {
        isCut = true
      },
    },
    header: () => reply,
    type: () => reply,
    send: (body: Readable) => {
      stream = body
    },
  }
  download.sendBy(reply as unknown as FastifyReply)
  return { isCut: () => isCut, stream: () => stream }
}
