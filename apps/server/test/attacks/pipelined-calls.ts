// Many calls of the web port on one connection, sent before the first answer comes.
import { connect } from 'node:net'

/** The answers as JSON, in the order of the calls. */
export function pipelinedCalls(
  { ports }: { readonly ports: { readonly http: number } },
  path: string,
  bodies: readonly string[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const calls = bodies.map((body, at) => {
    const ends = at === bodies.length - 1 ? 'close' : 'keep-alive'
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: ${ends}\r\ncontent-type: application/json`
    return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const line = connect(ports.http, '127.0.0.1', () => line.write(calls.join('')))
    line.on('data', (chunk: Buffer) => chunks.push(chunk))
    line.on('error', reject)
    line.on('close', () => {
      const answers =
        Buffer.concat(chunks)
          .toString()
          .match(/^\{.*?\}(?=HTTP|$)/gms) ?? []
      resolve(answers.map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>))
    })
  })
}
