import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { createMail, mailSettings, type OutgoingMail } from './index.ts'
import { RETRY_MS, WAITING_MAX } from './mail.ts'

const hello: OutgoingMail = { to: ['driver@example.org'], subject: 'Hello', text: 'The van is back.' }
const sender = { from: 'fleet@example.org', name: 'Fleet office' }
const admin = { name: 'admin' }

async function office(authorities: string | undefined = peerCertificate) {
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
  const mail = createMail({ clock, log, settings, authorities })
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
    await expect(mail.sendNow(hello)).rejects.toMatchObject({ code: errorCode('mail-not-encrypted') })
    await set({ security: '1' })
    await expect(mail.sendNow(hello)).rejects.toMatchObject({ code: 'mail-not-encrypted' })
    expect(plain.mails).toEqual([])
  })

  it('a certificate of an unknown authority is not believed', async () => {
    const { mail, set } = await office('')
    const smtp = await peer({ secure: true })
    await set({ server: 'localhost', port: smtp.port, security: '1' })
    await expect(mail.sendNow(hello)).rejects.toMatchObject({ code: 'mail-not-encrypted' })
  })

  it('a wrong password, a refused mail and an unreachable server each have their error, and no log has the password', async () => {
    const { mail, set, lines } = await office()
    const smtp = await peer({
      authMethods: ['PLAIN'],
      onRcptTo: (_, __, done) => done(Object.assign(new Error(`no such box, ${PEER_PASSWORD}`), { responseCode: 550 })),
    })
    const own = { server: 'localhost', port: smtp.port, security: '0', auth: '2', user: PEER_USER }
    await set({ ...own, pass: 'guess' })
    await expect(mail.sendNow(hello)).rejects.toMatchObject({ code: errorCode('mail-login-refused') })
    await set({ pass: PEER_PASSWORD })
    await expect(mail.send(hello)).rejects.toMatchObject({
      code: errorCode('mail-refused'),
      parameters: { server: 'localhost', answer: expect.stringMatching(/^550 .*no such box, \*\*\*/) },
    })
    await smtp.close()
    await expect(mail.sendNow(hello)).rejects.toMatchObject({ code: errorCode('mail-unreachable') })
    expect(lines.join()).toContain('Cannot send a mail; it is dropped')
    expect(lines.join()).not.toMatch(new RegExp(`guess|${PEER_PASSWORD}`))
  })

  it('a mail that failed is tried again with growing pauses, and arrives once the server is there', async () => {
    const { clock, mail, set, lines } = await office()
    const gone = await peer()
    await gone.close()
    await set({ server: '127.0.0.1', port: gone.port, security: '2' })
    const sent = mail.send(hello)
    const failures = () => lines.filter((line) => line.includes('it is tried again')).length
    await until('the first attempt failed', () => failures() === 1)
    clock.advance(29_000)
    expect(failures()).toBe(1)
    clock.advance(1_000)
    await until('the second attempt failed', () => failures() === 2)
    const back = await peer({}, gone.port)
    clock.advance(120_000)
    await sent
    expect(back.mails).toHaveLength(1)
  })

  it('after the last attempt the mail is dropped with its failure', async () => {
    const { clock, mail, set, lines } = await office()
    const gone = await peer()
    await gone.close()
    await set({ server: '127.0.0.1', port: gone.port, security: '2' })
    const outcome = expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-unreachable' })
    for (const [at, pauseMs] of RETRY_MS.entries()) {
      await until('it failed', () => lines.filter((line) => line.includes('it is tried again')).length === at + 1)
      clock.advance(pauseMs)
    }
    await outcome
  })

  it('[SET-105] saved settings take effect at once, also for a mail that waits', async () => {
    const { mail, set, lines } = await office()
    const gone = await peer()
    await gone.close()
    await set({ server: '127.0.0.1', port: gone.port, security: '2' })
    const sent = mail.send(hello)
    await until('it waits', () => lines.some((line) => line.includes('it is tried again')))
    const other = await peer()
    await set({ port: other.port })
    await sent
    expect(other.mails).toHaveLength(1)
  })

  it('without a server nothing is sent', async () => {
    const { mail } = await office()
    expect(mail.isConfigured).toBe(false)
    await expect(mail.send(hello)).rejects.toMatchObject({ code: errorCode('mail-not-configured') })
  })

  it('the queue is bounded in mails and in bytes, and what waits at the end is dropped', async () => {
    const { mail, set, lines } = await office()
    const silent = await peer({ onConnect: () => undefined })
    await set({ server: '127.0.0.1', port: silent.port, security: '2' })
    const big = { ...hello, attachments: [{ name: 'a', type: 'text/plain', content: new Uint8Array(40_000_000) }] }
    const waiting = [mail.send(big)]
    await expect(mail.send(big)).rejects.toMatchObject({ code: errorCode('mail-queue-full') })
    for (let sent = 1; sent < WAITING_MAX; sent++) waiting.push(mail.send(hello))
    const outcomes = Promise.allSettled(waiting)
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'mail-queue-full' })
    await mail.close()
    const codes = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
    expect(new Set(codes)).toEqual(new Set(['server-stopping']))
    expect(lines.join()).toContain('they are lost')
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'server-stopping' })
  })
})
