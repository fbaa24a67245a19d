// Belongs here: one HTTP exchange with a server that an administrator named. Does not: what is sent (its caller).
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Clock } from '../clock/index.ts'
import { checkedAddresses } from './local-targets.ts'

export interface OutboundRequest {
  /** `http:` or `https:`. */
  readonly url: URL
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange, the answer included. */
  readonly timeoutMs: number
  /** A longer answer fails, or is cut. */
  readonly answerBytesMax: number
  readonly cutsAnswer?: boolean
  /** Ends the exchange early. */
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly text: string
}

/** The exchange took longer than it may. */
export class OutboundTimeout extends Error {}

/**
 * The addresses of the host are judged as they are connected to: a name that was allowed when it was saved may since have become that
 * of this machine. Redirects are not followed, for the same reason. Rejects with what went wrong.
 */
export async function requestOutbound(
  { clock, allowLocal }: { readonly clock: Clock; readonly allowLocal: boolean },
  { url, method = 'GET', headers = {}, body, timeoutMs, answerBytesMax, cutsAnswer = false, signal }: OutboundRequest,
): Promise<OutboundAnswer> {
  const limit = new AbortController()
  const timer = clock.after(timeoutMs, () => limit.abort())
  const ended = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal])
  try {
    const addresses = await checkedAddresses(url.hostname, allowLocal)
    ended.throwIfAborted()
    const lookup: LookupFunction = (_, { all }, found) => {
      const [first] = addresses
      if (all === true) found(null, [...addresses])
      else found(null, first.address, first.family)
    }
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const call = request(url, {
        method,
        lookup,
        signal: ended,
        // A connection of its own: the next request judges the addresses again.
        agent: false,
        headers: { 'user-agent': 'Fleetglass', ...headers, ...length },
      })
      call.on('response', resolve)
      call.on('error', reject)
      call.end(body)
    })
    return { status: reply.statusCode ?? 0, text: await readText(reply, answerBytesMax, cutsAnswer) }
  } catch (error) {
    if (limit.signal.aborted) throw new OutboundTimeout(`no answer within ${timeoutMs} ms`)
    throw error
  } finally {
    timer.cancel()
  }
}

async function readText(reply: IncomingMessage, bytesMax: number, isCut: boolean): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of reply as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bytesMax) {
      reply.destroy()
      if (isCut) break
      throw new Error(`the answer is longer than ${bytesMax} bytes`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
