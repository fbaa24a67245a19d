import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppError } from '@fleetglass/contract/errors'
import { createManualClock, until } from '@fleetglass/testkit'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { writeMigratedDatabase } from '../../../test/databases/migrated-database.ts'
import { errorCode } from '../../../test/failures.ts'
import { PEER_PASSWORD, PEER_USER, peerCertificate, startSmtpPeer } from '../../../test/smtp-peer.ts'
import { createInProcessBus } from '../bus/index.ts'
import { defaultConfig } from '../config/index.ts'
import { openDatabase } from '../database/index.ts'
import { createLog } from '../log/index.ts'
import { createSettings } from '../settings/index.ts'
import { createMail, isFinalMailFailure, mailSettings, type OutgoingMail } from './index.ts'

const hello: OutgoingMail = { to: ['driver@example.org'], subject: 'Hello', text: 'The van is back.' }
const sender = { from: 'fleet@example.org', name: 'Fleet office' }
const admin = { name: 'admin' }

async function office({ authorities = peerCertificate, longestMs = 120_000 } = {}) {
  const clock = createManualClock()
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-mail-'))
  const location = join(folder, 'fleetglass.sqlite')
  await writeMigratedDatabase(location)
  const onFailure = (error: unknown): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock, onFailure })
  const bus = createInProcessBus({ clock, onError: onFailure })
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const settings = await createSettings({ clock, log, database, bus, config: defaultConfig() })
  const mail = createMail({ settings, authorities, longestMs })
  const section = settings.open(mailSettings)
  onTestFinished(async () => {
    await mail.close()
    await settings.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return { clock, mail, lines, set: (values: object) => section.save({ ...sender, ...values }, admin) }
}

async function peer(options: SMTPServerOptions = {}, port = 0) {
  const started = await startSmtpPeer(options, port)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) await started.close()
    isOpen = false
  }
  onTestFinished(close)
  return { port: started.port, mails: started.mails, close }
}

/** One that does what a mail server does not. */
async function rawServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('mail over a local SMTP server', () => {
  it('[SET-106] the saved address and name are those of the sender', async () => {
    const { mail, set } = await office()
    const smtp = await peer()
    await set({ server: '127.0.0.1', port: smtp.port, security: '2' })
    await mail.send({
      ...hello,
      html: '<p>The van is back.</p>',
      attachments: [{ name: 'report.csv', type: 'text/csv', content: new TextEncoder().encode('a,b\n') }],
    })
    expect(smtp.mails).toMatchObject([{ from: 'fleet@example.org', to: ['driver@example.org'], isEncrypted: false }])
    const text = smtp.mails[0]?.text
    for (const part of ['From: Fleet office <fleet@example.org>', 'Subject: Hello', 'report.csv', 'The van is back.']) {
      expect(text).toContain(part)
    }
  })

  it.each([
    ['STARTTLS', '0', {}],
    ['TLS', '1', { secure: true }],
    ['nothing', '2', {}],
  ] as const)('[SET-103] with %s the connection is secured so', async (_, security, options) => {
    const { mail, set } = await office()
    const smtp = await peer(options)
    await set({ server: 'localhost', port: smtp.port, security })
    await mail.send(hello)
    expect(smtp.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([security !== '2'])
  })

  it.each([
    ['CRAM-MD5', '0', PEER_USER],
    ['no login', '1', null],
    ['PLAIN', '2', PEER_USER],
    ['LOGIN', '3', PEER_USER],
  ] as const)('[SET-104] with %s the login is of that kind', async (method, auth, login) => {
    const { mail, set } = await office()
    const smtp = await peer(login === null ? {} : { authMethods: [method] })
    await set({ server: 'localhost', port: smtp.port, security: '0', auth, user: PEER_USER, pass: PEER_PASSWORD })
    await mail.send(hello)
    expect(smtp.mails.map((taken) => taken.login)).toEqual([login])
  })

  it('a server that offers no encryption gets no mail where encryption is set', async () => {
    const { mail, set } = await office()
    const plain = await peer({ disabledCommands: ['STARTTLS'] })
    await set({ server: 'localhost', port: plain.port, security: '0' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: errorCode('mail-not-encrypted') })
    await set({ security: '1' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-not-encrypted' })
    expect(plain.mails).toEqual([])
  })

  it('a certificate of an unknown authority is not believed', async () => {
    const { mail, set } = await office({ authorities: '' })
    const smtp = await peer({ secure: true })
    await set({ server: 'localhost', port: smtp.port, security: '1' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-not-encrypted' })
  })

  it('a wrong password, a refused mail and an unreachable server each have their error, and no log has the password', async () => {
    const { mail, set, lines } = await office()
    const smtp = await peer({
      authMethods: ['PLAIN'],
      onRcptTo: (_, __, done) => done(Object.assign(new Error(`no such box, ${PEER_PASSWORD}`), { responseCode: 550 })),
    })
    const own = { server: 'localhost', port: smtp.port, security: '0', auth: '2', user: PEER_USER }
    await set({ ...own, pass: 'guess' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: errorCode('mail-login-refused') })
    await set({ pass: PEER_PASSWORD })
    await expect(mail.send(hello)).rejects.toMatchObject({
      code: errorCode('mail-refused'),
      parameters: { server: 'localhost', answer: expect.stringMatching(/^550 .*no such box, \*\*\*/) },
    })
    await smtp.close()
    await expect(mail.send(hello)).rejects.toMatchObject({ code: errorCode('mail-unreachable') })
    expect(lines.join()).not.toMatch(new RegExp(`guess|${PEER_PASSWORD}`))
  })

  it('[SET-105] saved settings are those of the next mail, and who has mails that wait is notified', async () => {
    const { mail, set } = await office()
    const gone = await peer()
    await gone.close()
    await set({ server: '127.0.0.1', port: gone.port, security: '2' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-unreachable' })
    const other = await peer()
    let saved = 0
    const subscription = mail.onSettings(() => {
      saved += 1
    })
    await set({ port: other.port })
    await mail.send(hello)
    expect([saved, other.mails.length]).toEqual([1, 1])
    subscription.close()
    await set({ port: gone.port })
    expect(saved).toBe(1)
  })

  it('only a 5xx answer to the mail is final', async () => {
    const { mail, set } = await office()
    for (const [responseCode, isFinal] of [
      [451, false],
      [550, true],
    ] as const) {
      const onMailFrom = (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('no'), { responseCode }))
      const smtp = await peer({ onMailFrom })
      await set({ server: '127.0.0.1', port: smtp.port, security: '2' })
      const failure = await mail.send(hello).catch((error: AppError) => error)
      expect(failure).toMatchObject({ code: 'mail-refused' })
      expect(isFinalMailFailure(failure as AppError), String(responseCode)).toBe(isFinal)
    }
  })

  it('a server that answers a byte now and then and never ends is given up', async () => {
    const { mail, set } = await office({ longestMs: 200 })
    const port = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    await set({ server: '127.0.0.1', port, security: '2' })
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-unreachable' })
  })

  it('without a server nothing is sent', async () => {
    const { mail } = await office()
    expect(mail.isConfigured).toBe(false)
    await expect(mail.send(hello)).rejects.toMatchObject({ code: errorCode('mail-not-configured') })
  })

  it('a mail under way when the server stops has failed, and no further one is begun', async () => {
    const { mail, set } = await office()
    let isReached = false
    const port = await rawServer(() => {
      isReached = true
    })
    await set({ server: '127.0.0.1', port, security: '2' })
    const outcome = expect(mail.send(hello)).rejects.toMatchObject({ code: 'server-stopping' })
    await until('the server is reached', () => isReached)
    await mail.close()
    await outcome
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'server-stopping' })
  })
})
