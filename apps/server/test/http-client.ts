// Calls of the web port, for tests.
import { request } from 'node:http'

export interface HttpAnswer {
  readonly status: number
  /** What it says as JSON, by key; empty when it is none. */
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface HttpCall {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Address of this machine that the call comes from. */
  readonly from?: string
}

/** One call on a connection of its own. */
export function callHttp(
  { ports }: { readonly ports: { readonly http: number } },
  method: string,
  path: string,
  { body, headers = {}, from = '127.0.0.1' }: HttpCall = {},
): Promise<HttpAnswer> {
  const content = body === undefined ? '' : JSON.stringify(body)
  const sent =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }
  const target = { host: '127.0.0.1', port: ports.http, path, method, localAddress: from, agent: false }
  return new Promise((resolve, reject) => {
    const call = request({ ...target, headers: { ...sent, ...headers } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: reply.statusCode ?? 0, body: parse(text), text, headers: reply.headers })
      })
    })
    call.on('error', reject)
    call.end(content)
  })
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
