// A process of consoles that poll, and subscribe to changed rows on request. Its parent controls it by messages.

import { createHash } from 'node:crypto'
import { CHANGED_LIST, EXTRA_INFO, encodeFollowRows, FOLLOW_ROWS, FULL_LIST } from '@fleetglass/contract/devices'
import { encodeVcp } from '@fleetglass/vcp'

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
  readonly #socket = new WebSocket(`ws://127.0.0.1:${port}/`)
  readonly ready: Promise<void>
  #next = 1
  #askedMs = 0
  #done: () => void = () => {}

  constructor() {
    this.#socket.addEventListener('close', () => closed++)
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
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
    await new Promise<void>((resolve, reject) => {
      this.#socket.addEventListener('open', () => resolve())
      this.#socket.addEventListener('error', () => reject(new Error('the channel did not open')))
    })
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
    this.#socket.send(new TextDecoder().decode(encodeVcp({ code, fields })))
  }

  #receive(text: string): void {
    seen.bytes += text.length
    const head = text.slice(0, 40)
    if (head.includes(`X:${FOLLOWED}\n`)) {
      seen.pushed += 1
      seen.pushedRows += rowsOf(text)
      return
    }
    const isList = head.includes(`M:${CHANGED_LIST}`) || head.includes(`M:${FULL_LIST}`)
    if (isList && !text.endsWith('\nZ:3\nfin')) seen.rows += rowsOf(text)
    else this.#done()
  }
}

/** Rows of a payload, which follows the line of its length. */
function rowsOf(text: string): number {
  const length = text.indexOf('\nZ:')
  if (length === -1) return 0
  let rows = 1
  for (let at = text.indexOf('\n', length + 1); ; rows++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return rows
  }
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
