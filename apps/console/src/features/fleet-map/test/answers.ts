import { vi } from 'vitest'

/** One call as the browser would have sent it. */
export interface Asked {
  readonly path: string
  readonly body: unknown
}

/** Stands where the browser's `fetch` is, and answers every call with JSON; `vi.unstubAllGlobals` ends it. */
export function answerCalls(answer: (asked: Asked) => unknown): void {
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body?: string } = {}) => {
    const reply = await answer({ path, body: body === undefined ? null : JSON.parse(body) })
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
  })
}
