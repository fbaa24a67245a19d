import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@fleetglass/contract/errors'
import { until } from '@fleetglass/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { errorCode } from '../../../test/failures.ts'
import type { OutgoingMail } from '../../platform/mail/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createEventWriter } from '../events/index.ts'
import { BRAKE, event, pushTo, type Received, receiver, site } from './event-deliveries.fixtures.ts'

onBothDatabases('webhooks of push event plans', (databases) => {
  it('[PLAN-55] an event that is written while the server stops is posted after the next start', async () => {
    const { url, received } = await receiver()
    const database = await databases.open()
    const { clock, start, deliveriesWith } = await site(database, { push: pushTo(url) })
    const writer = createEventWriter({
      clock,
      metrics: createMetrics(),
      database,
      isHidden: () => false,
      stored: () => undefined,
      failed: (error) => expect.fail(error.message),
    })
    const deliveries = await deliveriesWith(writer)
    // The clock stands: the group is written by the close of the writer, which comes after the close of the deliveries.
    const appended = writer.append([event])
    await deliveries.close()
    await Promise.all([writer.close(), appended])
    expect(received).toEqual([])
    const { over } = await start()
    await over('status-200')
    expect(received).toHaveLength(1)
  })

  it('[PLAN-55] [PLAN-56] an event is posted as JSON, signed with HMAC-SHA256 by the secret of the address', async () => {
    const { url, received } = await receiver()
    const { raise, over, deliveries } = await site(await databases.open(), { push: pushTo(url) })
    await raise()
    expect(await over('status-200')).toMatchObject({ state: 'done', attempts: 1, plan: 'Office', detail: 'thanks' })
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toEqual({
      cmd: 'new',
      time: event.timeS,
      deviceid: 'van',
      vehicleid: 'Blue van',
      eventid: BRAKE,
      eventname: 'Hard braking',
      memo: '42 km/h',
      call: 0,
      serialno: 7,
      lat: 24.0786,
      lng: 120.5285,
      speed: 42,
    })
    const secret = await deliveries.secretOf(url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await deliveries.secretOf(`${url}2`)).not.toBe(secret)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('[PLAN-44] a hidden event is not posted', async () => {
    const { url, received } = await receiver()
    const { raise, over, deliveries } = await site(await databases.open(), { push: pushTo(url) })
    await raise({ hidden: true })
    await raise()
    await over('status-200')
    expect([received.length, (await deliveries.list({ beforeId: null, limit: 9 })).length]).toEqual([1, 1])
  })

  it('[PLAN-55] a plan that is switched off posts nothing, and the end of an event is not posted', async () => {
    const { url } = await receiver()
    const database = await databases.open()
    const off = await site(database, { push: { ...pushTo(url), isEnabled: false } })
    await off.raise()
    const on = await site(database, { push: pushTo(url) })
    await on.raise({ change: 'cover' })
    expect(await on.deliveries.list({ beforeId: null, limit: 9 })).toEqual([])
  })

  it('a receiver that fails is tried again with growing pauses, with the same id, and given up after a day', async () => {
    const { url, received } = await receiver((reply) => {
      reply.statusCode = 500
      reply.end('no')
    })
    const { clock, raise, over, deliveries } = await site(await databases.open(), { push: pushTo(url) })
    await raise()
    const newest = async () => (await deliveries.list({ beforeId: null, limit: 1 }))[0]
    const first = await over('status-500')
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, detail: 'no' })
    expect((first?.dueMs ?? 0) - (first?.triedMs ?? 0)).toBe(30_000)
    clock.advance(30_000)
    await until('it is tried again', async () => (await newest())?.attempts === 2)
    const second = await newest()
    expect((second?.dueMs ?? 0) - (second?.triedMs ?? 0)).toBe(120_000)
    clock.advance(86_400_000 - 60_000)
    await until('it is given up', async () => (await newest())?.state === 'failed')
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(received).toHaveLength(3)
    expect(await deliveries.again(1)).toBe(true)
    expect(await deliveries.again(1)).toBe(false)
    const tried = received.length
    await until('it is sent again by hand', () => received.length > tried)
  })

  it('a receiver that never answers holds up no other one, and what waits for it is sent when it is back', async () => {
    let isBack = false
    const silent = await receiver((reply) => {
      if (isBack) reply.end()
    })
    const database = await databases.open()
    const { clock, raise, deliveries } = await site(database, { push: pushTo(silent.url) })
    for (let serial = 1; serial <= 5; serial++) await raise({ serial })
    await until('it has what it can have', () => silent.received.length === 2)
    const other = await receiver()
    const beside = await site(database, { push: pushTo(other.url) })
    await beside.raise()
    await beside.over('status-200')
    clock.advance(30_000)
    await until('both are too late', async () => {
      const all = await deliveries.list({ beforeId: null, limit: 9 })
      return all.filter(({ outcome }) => outcome === 'timeout').length === 2
    })
    isBack = true
    await until('all have arrived', async () => {
      clock.advance(5_000)
      const all = await deliveries.list({ beforeId: null, limit: 9 })
      return all.every(({ state }) => state === 'done')
    })
  })

  it('a redirect is not followed, an answer of 100 MB is cut, and a receiver on this machine is refused where that is not allowed', async () => {
    const target = await receiver()
    const redirecting = await receiver((reply) => {
      reply.writeHead(302, { location: target.url })
      reply.end()
    })
    const moved = await site(await databases.open(), { push: pushTo(redirecting.url) })
    await moved.raise()
    expect(await moved.over('status-302')).toMatchObject({ state: 'waiting' })
    expect(target.received).toEqual([])
    const endless = await receiver((reply) => {
      const piece = Buffer.alloc(1024 * 1024, 'x')
      let left = 100
      const write = (): void => {
        while (left-- > 0) if (!reply.write(piece)) return void reply.once('drain', write)
        reply.end()
      }
      write()
    })
    const cut = await site(await databases.open(), { push: pushTo(endless.url) })
    await cut.raise()
    expect(await cut.over('status-200')).toMatchObject({ state: 'done' })
    const guarded = await site(await databases.open(), { push: pushTo(target.url), allowLocal: false })
    await guarded.raise()
    expect(await guarded.over(errorCode('target-not-allowed'))).toMatchObject({ state: 'failed' })
    expect(target.received).toEqual([])
  })

  it('a server that ends in the middle of an attempt makes it again at its next start, and of two servers one sends', async () => {
    let isBack = false
    const { url, received } = await receiver((reply) => {
      if (isBack) reply.end()
    })
    const { start, raise, deliveries } = await site(await databases.open(), { push: pushTo(url) })
    await raise()
    await until('it is under way', () => received.length === 1)
    await deliveries.close()
    isBack = true
    const [one, other] = [await start(), await start()]
    one.deliveries.wake()
    other.deliveries.wake()
    await one.over('status-200')
    expect(received).toHaveLength(2)
  })
})

onBothDatabases('mails of realtime event plans', (databases) => {
  const realtime = { isCalled: false, callS: 30, isMailed: true, receivers: ['a@example.org', 'b@example.org'] }

  it('[PLAN-59] [PLAN-60] an event is mailed to all receivers with device, vehicle, event, local time, position and speed', async () => {
    const mails: OutgoingMail[] = []
    const send = async (mail: OutgoingMail) => void mails.push(mail)
    const { raise, over } = await site(await databases.open(), { realtime, send })
    await raise({ name: 'Hard\r\nBcc: x@example.org' })
    expect(await over('sent')).toMatchObject({ kind: 'mail', state: 'done' })
    expect(mails[0]?.to).toEqual(realtime.receivers)
    expect(mails[0]?.subject).toBe('Hard Bcc: x@example.org: Blue van')
    for (const line of [
      'Device ID: van',
      'Vehicle ID: Blue van',
      'Time: 2026-01-05 11:04:05 (UTC+08:00)',
      'Position: 24.078600, 120.528500',
      'Speed: 42 km/h',
    ]) {
      expect(mails[0]?.text).toContain(line)
    }
  })

  it('a mail server that is away or says later is tried again; without one the mail has failed', async () => {
    let failure = new AppError('mail-unreachable', { server: 's' })
    const send = () => Promise.reject(failure)
    const { raise, over } = await site(await databases.open(), { realtime, send })
    await raise()
    expect(await over(errorCode('mail-unreachable'))).toMatchObject({ state: 'waiting' })
    failure = new AppError('mail-refused', { server: 's', answer: '451-later' })
    await raise()
    expect(await over(errorCode('mail-refused'))).toMatchObject({ state: 'waiting' })
    failure = new AppError('mail-refused', { server: 's', answer: '550' })
    await raise()
    await until('it has failed', async () => (await over(errorCode('mail-refused')))?.state === 'failed')
    failure = new AppError('mail-not-configured')
    await raise()
    expect(await over(errorCode('mail-not-configured'))).toMatchObject({ state: 'failed' })
  })

  it('a mail server that never answers holds up no webhook', async () => {
    const { url } = await receiver()
    let mails = 0
    const silence = Promise.withResolvers<void>()
    const send = (): Promise<void> => {
      mails += 1
      return silence.promise
    }
    const database = await databases.open()
    const { raise, deliveries } = await site(database, { push: pushTo(url), send })
    onTestFinished(() => silence.resolve())
    const body = JSON.stringify({
      time: event.timeS,
      deviceid: 'van',
      vehicleid: '',
      eventid: BRAKE,
      eventname: 'x',
      memo: '',
    })
    // Each to another receiver: what goes to one receiver has a limit of its own.
    const mailTo = (at: number) => ({
      kind: 'mail' as const,
      target: `n${at}@example.org`,
      plan: '',
      deviceKey: 3,
      body,
    })
    await deliveries.add(database, ...Array.from({ length: 12 }, (_, at) => mailTo(at)))
    deliveries.wake()
    await until('mails are under way', () => mails > 0)
    await raise()
    const stateOf = async (kind: string) =>
      (await deliveries.list({ beforeId: null, limit: 99 })).find((one) => one.kind === kind)?.state
    await until('the webhook is sent', async () => (await stateOf('webhook')) === 'done')
    expect([mails, await stateOf('mail')]).toEqual([2, 'waiting'])
  })

  it('an attempt that breaks on this side counts as one, and says so', async () => {
    const send = () => Promise.reject(new Error('out of files'))
    const { raise, over } = await site(await databases.open(), { realtime, send })
    await raise()
    expect(await over('not-attempted')).toMatchObject({ state: 'waiting', attempts: 1, detail: 'out of files' })
  })
})

describe('programs of push event plans', () => {
  onBothDatabases('in the script folder', (databases) => {
    it('[PLAN-56] a program gets the event as JSON on standard input, and its result is logged', async () => {
      const { raise, over, script } = await site(await databases.open(), { push: pushTo('notify.sh') })
      script('notify.sh', 'cat | head -c 60; echo " args: $# $HOME"')
      await raise()
      const ended = await over('exit-0')
      expect(ended).toMatchObject({ kind: 'script', state: 'done' })
      expect(ended?.detail).toContain('"deviceid":"van"')
      expect(ended?.detail).toContain('args: 0')
    })

    it('[PLAN-56] a program that fails, is missing, is a link or cannot be run is logged and not repeated', async () => {
      const { clock, raise, over, script, scriptFolder, deliveries } = await site(await databases.open(), {
        push: pushTo('notify.sh'),
      })
      await raise()
      expect(await over('script-missing')).toMatchObject({ state: 'failed', attempts: 1 })
      symlinkSync('/bin/true', join(scriptFolder, 'notify.sh'))
      await deliveries.again(1)
      expect(await over('script-missing')).toMatchObject({ state: 'failed' })
      rmSync(join(scriptFolder, 'notify.sh'))
      writeFileSync(join(scriptFolder, 'notify.sh'), 'x')
      await deliveries.again(1)
      await over('script-not-executable')
      script('notify.sh', 'echo broken >&2; exit 3')
      await deliveries.again(1)
      expect(await over('exit-3')).toMatchObject({ state: 'failed', detail: 'broken' })
      clock.advance(3_600_000)
      expect(await deliveries.list({ beforeId: null, limit: 9 })).toHaveLength(1)
    })

    it('[PLAN-56] a program that does not end is stopped after 30 seconds with all that it started, and its output is limited', async () => {
      const { clock, raise, over, script, scriptFolder } = await site(await databases.open(), {
        push: pushTo('slow.sh'),
      })
      script('slow.sh', `sleep 300 & echo $! > pid; yes | head -c 10000000; sleep 300`)
      await raise()
      const pidFile = join(scriptFolder, 'pid')
      const started = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0)
      await until('it runs', () => started() > 0)
      clock.advance(31_000)
      const ended = await over('timeout')
      expect(ended).toMatchObject({ state: 'failed' })
      expect(ended?.detail.length).toBeLessThanOrEqual(300)
      await until('what it started is gone', () => {
        try {
          process.kill(started(), 0)
          return false
        } catch {
          return true
        }
      })
    })
  })
})
