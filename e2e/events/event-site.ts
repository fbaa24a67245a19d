// A site with a vehicle that raises events, and what an administrator sets for them, for the tests of this folder.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, type Site, USER } from '../../tools/site/site.ts'

const account = { username: USER, password: hashPassword(PASSWORD) }

/** One call as an administrator; its answer. */
export async function callSite(site: Site, method: 'POST' | 'PUT', path: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(site.url(path), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, ...body }),
  })
  const content: unknown = await answer.json()
  if (!answer.ok || (typeof content === 'object' && content !== null && 'hasError' in content && content.hasError)) {
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(content)}`)
  }
  return content
}

/** What an administrator reads at an address. */
export async function readSite(site: Site, path: string): Promise<unknown> {
  const authorization = `Basic ${btoa(`${account.username}:${account.password}`)}`
  const answer = await fetch(site.url(path), { headers: { authorization } })
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}`)
  return answer.json()
}

export async function addDevices(
  site: Site,
  ids: readonly string[],
  { channels = 1, isRecorded = false }: { readonly channels?: number; readonly isRecorded?: boolean } = {},
): Promise<void> {
  const operator = await site.operator()
  for (const id of ids) await operator.request('D01', { A: id, C: String(channels), F: isRecorded ? '1' : '0' })
  operator.close()
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly { readonly id: string; readonly body: string }[]
  close(): void
}

/** A system of the customer that takes events on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: { readonly id: string; readonly body: string }[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body })
      reply.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
