// The SSL tab: which certificate a new connection meets, and what open ones have.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const folder = join(import.meta.dirname, '../../../test/certificates')
const pem = (name: string) => readFileSync(join(folder, name), 'utf8')
const pairOf = (name: string) => ({ certificate: pem(`${name}.cert.pem`), privateKey: pem(`${name}.key.pem`) })
const [first, second] = [pairOf('first'), pairOf('second')]

describe('SSL setting', () => {
  let server: TestServer
  const sockets: TLSSocket[] = []
  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.close()
  })
  const settings = () => settingsOf(server)
  const save = (pair: object) => settings().put('/gkserver/encrypt', pair)

  /** A new connection, once it has shaken hands. */
  async function opened(port = server.ports.https): Promise<TLSSocket> {
    const socket = connect({ port, host: '127.0.0.1', ca: [first.certificate, second.certificate] })
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
    return socket
  }
  const nameOf = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN
  const newName = async () => nameOf(await opened())
  async function saveFirst(): Promise<void> {
    expect(await save(first)).toEqual(saved)
    await until('https is open', () => server.ports.https > 0)
  }

  it('[SET-057] [SET-058] [API2-030] new connections use the saved certificate at once, on every port that speaks TLS, and open ones stay', async () => {
    expect(server.ports.https).toBe(0)
    await expect(opened(server.ports.http)).rejects.toThrow()
    await saveFirst()
    const before = await opened()
    expect([nameOf(before), nameOf(await opened(server.ports.main))]).toEqual(Array(2).fill('fleetglass test, first'))
    expect(await save(second)).toEqual(saved)
    expect(await newName()).toBe('fleetglass test, second')
    const answer = new Promise<string>((resolve) => before.once('data', (data: Buffer) => resolve(data.toString())))
    before.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await answer).toContain('200 OK')
  })

  it.each([
    ['a key of another certificate', { ...first, privateKey: second.privateKey }, 'privateKey: does not belong'],
    ['a certificate alone', { certificate: second.certificate }, 'privateKey: does not belong'],
    ['a certificate without a key', { ...second, privateKey: '' }, 'privateKey: is empty'],
    ['a key without a certificate', { ...second, certificate: '' }, 'certificate: is empty'],
    ['a text for a certificate', { ...second, certificate: 'hello' }, 'certificate: is no certificate'],
    ['a text for a key', { ...second, privateKey: 'hello' }, 'privateKey: is no private key'],
    ['a certificate of 120 000 characters', { ...second, certificate: 'x'.repeat(120_000) }, 'certificate: is longer'],
  ])('[SET-059] %s is refused with its field, and the old pair stays in use', async (_, pair, reason) => {
    await saveFirst()
    const refused = await save(pair)
    expect(refused).toMatchObject({ hasError: true, code: 'invalid-field' })
    expect(refused.message).toContain(reason)
    expect(await newName()).toBe('fleetglass test, first')
  })

  it('[SET-059] a certificate of 2 MB is refused by its size, and the old pair stays in use', async () => {
    await saveFirst()
    expect(await save({ ...second, certificate: 'x'.repeat(2_000_000) })).toMatchObject({
      hasError: true,
      code: 'body-too-large',
    })
    expect(await newName()).toBe('fleetglass test, first')
  })

  it('[SET-110] [API2-029] the private key is never sent back or recorded; its mask keeps it', async () => {
    expect(await settings().post('/gkserver/encrypt')).toMatchObject({ certificate: '', privateKey: '' })
    await saveFirst()
    const read = await settings().post('/gkserver/encrypt')
    expect(read).toMatchObject({ certificate: first.certificate.trim(), privateKey: '***' })
    expect(await save({ certificate: read['certificate'], privateKey: '***' })).toEqual(saved)
    expect(await newName()).toBe('fleetglass test, first')
    const rows = await changeDatabase(server, (file) =>
      file.prepare(`select parameters from audit_log where action like '%encrypt%'`).pluck().all().join(),
    )
    expect(rows).toContain('privateKey')
    expect(rows).not.toContain('PRIVATE KEY')
  })
})
