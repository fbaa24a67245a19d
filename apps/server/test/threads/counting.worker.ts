import { threadId } from 'node:worker_threads'
import { serveCalls } from '../../src/platform/worker/index.ts'

export interface CountingOptions {
  readonly name: string
  readonly failsAt?: 'open' | 'close'
}

export interface CountingReply {
  readonly threadId: number
  readonly name: string
  /** Since it was opened. */
  readonly calls: number
}

serveCalls<CountingOptions, 'count' | 'crash'>(({ name, failsAt }) => {
  if (failsAt === 'open') throw new Error('does not open')
  let calls = 0
  return {
    handle(request): CountingReply {
      if (request === 'crash') throwOutsideOfCall()
      calls += 1
      return { threadId, name, calls }
    },
    close() {
      if (failsAt === 'close') throw new Error('does not close')
    },
  }
})

function throwOutsideOfCall(): void {
  setImmediate(() => {
    throw new Error('crashed')
  })
}
