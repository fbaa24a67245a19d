// A process of consoles that poll, and follow changed rows when they are told to. Talks to its parent by messages.

import { createHash } from 'node:crypto'
import { CHANGED_LIST, EXTRA_INFO, encodeFollowRows, FOLLOW_ROWS, FULL_LIST } from '@fleetglass/contract/devices'
import { encodeVcp } from '@fleetglass/vcp'
import { WebSocket } from 'ws'

/** What the consoles have seen since the report before. */
export interface ConsolesReport {
  readonly polls: number
  readonly rows: number
  readonly bytes: number
  /** From a question to the end of its answer. */
  readonly answerMs: readonly number[]
  readonly pushed: number
  readonly pushedRows: number
  /** Links that are gone. */
  readonly closed: number
}

const [port = 0, consoles = 0] = process.argv.slice(2).map(Number)
const password = createHash('sha256')
  .update(process.argv[4] ?? '')
  .digest('hex')
const POLL_MS = 10_000
/** Of the request that is followed; polls count up from 1. */
const FOLLOWED = '9000000'

let seen = { polls: 0, rows: 0, bytes: 0, answerMs: [] as number[], pushed: 0, pushedRows: 0 }
let closed = 0

/** A console as far as the server sees it. It looks at no more of an answer than it takes to count it. */
class Console {
  readonly #socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false })
  readonly ready: Promise<void>
  #next = 1
  #askedMs = 0
  #done: () => void = () => {}

  constructor() {
    this.#socket.on('close', () => closed++)
    this.#socket.on('error', () => {})
    this.#socket.on('message', (data: Buffer) => this.#receive(data))
    this.ready = this.#begin()
  }

  poll(): void {
    void this.#ask(CHANGED_LIST).then((ms) => {
      seen.polls += 1
      seen.answerMs.push(ms)
    })
  }

  follow(on: boolean): void {
    this.#send(FOLLOW_ROWS, { X: FOLLOWED, ...encodeFollowRows(on) })
  }

  async #begin(): Promise<void> {
    await new Promise<void>((resolve, reject) => this.#socket.once('open', resolve).once('error', reject))
    await this.#ask('Q02', { U: 'admin', P: password })
    await this.#ask(EXTRA_INFO)
    await this.#ask(FULL_LIST)
  }

  /** Resolves with how long it took. */
  #ask(code: string, fields: Record<string, string> = {}): Promise<number> {
    this.#askedMs = performance.now()
    this.#send(code, { X: String(this.#next++), ...fields })
    return new Promise((resolve) => {
      this.#done = () => resolve(performance.now() - this.#askedMs)
    })
  }

  #send(code: string, fields: Record<string, string>): void {
    this.#socket.send(Buffer.from(encodeVcp({ code, fields })), { binary: false })
  }

  #receive(data: Buffer): void {
    seen.bytes += data.length
    const head = data.toString('latin1', 0, 40)
    if (head.includes(`X:${FOLLOWED}\n`)) {
      seen.pushed += 1
      seen.pushedRows += linesOf(data)
      return
    }
    const isList = head.includes(`M:${CHANGED_LIST}`) || head.includes(`M:${FULL_LIST}`)
    if (isList && data.toString('latin1', data.length - 5) !== '3\nfin') seen.rows += linesOf(data)
    else this.#done()
  }
}

/** Rows of a payload: it follows the line of its length. */
function linesOf(data: Buffer): number {
  const begin = data.indexOf('\n', data.indexOf('\nZ:') + 1)
  let lines = 1
  for (let at = begin + 1; at > 0 && at < data.length; ) {
    const next = data.indexOf(10, at)
    if (next === -1) break
    lines += 1
    at = next + 1
  }
  return lines
}

const all: Console[] = []
for (let n = 0; n < consoles; n++) {
  const one = new Console()
  await one.ready
  all.push(one)
}
// Each at its own moment within the ten seconds, as people who logged in at different times.
for (const [n, one] of all.entries()) {
  setTimeout(
    () => {
      one.poll()
      setInterval(() => one.poll(), POLL_MS)
    },
    (n * POLL_MS) / consoles,
  )
}
process.on('message', (order) => {
  if (order === 'follow' || order === 'leave') for (const one of all) one.follow(order === 'follow')
  if (order !== 'report') return
  process.send?.({ ...seen, closed } satisfies ConsolesReport)
  seen = { polls: 0, rows: 0, bytes: 0, answerMs: [], pushed: 0, pushedRows: 0 }
})
process.send?.('ready')
