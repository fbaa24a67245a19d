// What tests of moving ports share.
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type TestServer, until } from '../../../test/harness.ts'
import { credentials, saved, settingsOf } from './settings-caller.fixtures.ts'

export const VAN = '13812345678'
export const PATH = '/gkserver/protocol'
const certificates = join(import.meta.dirname, '../../../test/certificates')
const certificate = readFileSync(join(certificates, 'first.cert.pem'), 'utf8')
const privateKey = readFileSync(join(certificates, 'first.key.pem'), 'utf8')

/** A port that is free now, for connections and for datagrams. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export const accepts = (port: number): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })

/** With a certificate, so that https is open. */
export async function openHttps(server: TestServer): Promise<void> {
  expect(await settingsOf(server).put('/gkserver/encrypt', { certificate, privateKey })).toEqual(saved)
  await until('https is open', () => server.ports.https > 0)
}

/** The status of a GET. */
export const byHttps = (port: number, path: string): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      ca: certificate,
      agent: false,
      checkServerIdentity: () => undefined,
    })
    call.once('error', reject).once('response', (reply) => resolve(reply.resume().statusCode ?? 0))
    call.end()
  })

export function isFreeForDatagrams(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)))
  })
}

/** As the administrator, where plain HTTP is off. */
export function putByHttps(port: number, path: string, fields: object): Promise<number> {
  const body = JSON.stringify({ ...credentials, ...fields })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, method: 'PUT', agent: false as const, rejectUnauthorized: false }
    const call = request({ ...target, headers }, (reply) => resolve(reply.resume().statusCode ?? 0))
    call.once('error', reject)
    call.end(body)
  })
}
