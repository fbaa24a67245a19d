import { createHmac } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import { until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { errorCode } from '../../../test/failures.ts'
import type { OutgoingMail } from '../../platform/mail/index.ts'
import { type Received, receiver, site } from './event-deliveries.fixtures.ts'

onBothDatabases('files of reports', (databases) => {
  const csv = 'Device ID\r\nvan\r\n'
  async function deliver(target: string, change: { readonly isRemoved?: boolean; readonly scripts?: string } = {}) {
    const database = await databases.open()
    const running = await site(database, {})
    const { deliveries, reportFiles } = running
    await reportFiles.write('f1', textOf(csv), new AbortController().signal)
    if (change.isRemoved === true) await reportFiles.remove('f1')
    if (change.scripts !== undefined) running.script(target, change.scripts)
    const body = JSON.stringify({ fileid: 'f1', filename: 'Tägl.csv', endtime: 1_790_000_000 })
    await deliveries.add(database, { kind: 'report', target, plan: 'Daily', deviceKey: 0, body })
    deliveries.wake()
    return running
  }

  it('[RPT-30] a web address gets the finished file, signed, with its name in the head', async () => {
    const { url, received } = await receiver()
    const { over, deliveries } = await deliver(url)
    expect(await over('status-200')).toMatchObject({ kind: 'report', state: 'done', plan: 'Daily' })
    const [{ headers, body }] = received as [Received]
    expect(body).toBe(csv)
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-report-file': 'T%C3%A4gl.csv' })
    const key = Buffer.from((await deliveries.secretOf(url)).slice(6), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  })

  it('[RPT-30] a web address that takes no file gets it again after a pause, until it takes it', async () => {
    const { url, received } = await receiver((reply, at) => {
      reply.statusCode = at < 3 ? 503 : 200
      reply.end()
    })
    const { over, clock } = await deliver(url)
    expect(await over('status-503')).toMatchObject({ state: 'waiting', attempts: 1 })
    clock.advance(25_000)
    expect(received).toHaveLength(1)
    clock.advance(10_000)
    await until('the second attempt', () => received.length === 2)
    await until('it waits again', async () => (await over('status-503'))?.attempts === 2)
    clock.advance(130_000)
    expect(await over('status-200')).toMatchObject({ state: 'done', attempts: 3 })
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set([csv]))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('[RPT-30] a program of the script folder gets the finished file on its standard input', async () => {
    const { over } = await deliver('store.sh', { scripts: 'echo "$REPORT_FILE $#"; cat' })
    expect(await over('exit-0')).toMatchObject({ kind: 'report', state: 'done', detail: 'Tägl.csv 0 Device ID van' })
  })

  it('[RPT-30] a program that is not there, or a file that was removed, is logged and not tried again', async () => {
    const missing = await deliver('store.sh')
    expect(await missing.over('script-missing')).toMatchObject({ state: 'failed', attempts: 1 })
    const removed = await deliver('store.sh', { scripts: 'cat', isRemoved: true })
    expect(await removed.over('report-file-missing')).toMatchObject({ state: 'failed', attempts: 1 })
  })

  const mailed = { fileid: 'f1', filename: 'Daily.csv', type: 'event', sender: '', tz: 28_800 }
  /** Wednesday, 16 September 2026, in the zone of the report. */
  const period = { starttime: Date.UTC(2026, 8, 15, 16) / 1000, endtime: Date.UTC(2026, 8, 16, 16) / 1000 }
  async function mail(send: (mail: OutgoingMail) => Promise<void>, bytes = csv) {
    const database = await databases.open()
    const running = await site(database, { send })
    await running.reportFiles.write('f1', textOf(bytes), new AbortController().signal)
    const body = JSON.stringify({ ...mailed, ...period })
    const report = { kind: 'report-mail' as const, target: 'a@example.org,b@example.org', plan: 'Daily', deviceKey: 0 }
    await running.deliveries.add(database, { ...report, body })
    running.deliveries.wake()
    return running
  }

  it('[RPT-24] [RPT-26] is mailed to all receivers, with its period in the zone of the report', async () => {
    const mails: OutgoingMail[] = []
    const { over } = await mail(async (one) => void mails.push(one))
    expect(await over('sent')).toMatchObject({ kind: 'report-mail', state: 'done', plan: 'Daily' })
    const [{ to, subject, text, from, attachments = [] }] = mails as [OutgoingMail]
    expect({ to, subject, from }).toEqual({
      to: ['a@example.org', 'b@example.org'],
      subject: 'Daily – event report',
      from: undefined,
    })
    expect(text).toContain('2026-09-16 00:00:00 to 2026-09-17 00:00:00 (UTC+08:00)')
    expect(attachments.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['Daily.csv', csv],
    ])
  })

  it('a file of more than 15 MiB is named in its mail, and not attached', async () => {
    const mails: OutgoingMail[] = []
    const { over } = await mail(async (one) => void mails.push(one), 'x'.repeat(15 * 2 ** 20 + 1))
    await over('sent')
    expect(mails[0]?.attachments).toBeUndefined()
    expect(mails[0]?.text).toContain('Daily.csv is too large')
  })

  it.each([
    ['is not reached', new AppError('mail-unreachable', { server: 's' })],
    ['is not set up', new AppError('mail-not-configured')],
    ['says later', new AppError('mail-refused', { server: 's', answer: '451-later' })],
  ])(
    '[RPT-24] a mail server that %s is tried again for a day, and the log says what the mail waits for',
    async (_, failure) => {
      const { deliveries, over, clock } = await mail(() => Promise.reject(failure))
      const first = await over(errorCode(failure.code))
      expect(first).toMatchObject({ state: 'waiting', attempts: 1 })
      const newest = async () => (await deliveries.list({ beforeId: null, limit: 1 }))[0]
      // Longer than a mail server that is being replaced takes, and than a queue in memory would try.
      for (let hour = 1; hour < 24; hour++) {
        const before = (await newest())?.attempts ?? 0
        clock.advance(3_600_000)
        await until('it is tried again', async () => ((await newest())?.attempts ?? 0) > before)
      }
      expect(await newest()).toMatchObject({ state: 'waiting' })
      clock.advance(3_600_000)
      await until('it is given up', async () => (await newest())?.state === 'failed')
    },
  )

  it('[RPT-24] what waits for a mail server is sent at once when its settings are saved', async () => {
    let isSetUp = false
    const send = () => (isSetUp ? Promise.resolve() : Promise.reject(new AppError('mail-not-configured')))
    const { over, saveMailSettings } = await mail(send)
    await over('mail-not-configured')
    isSetUp = true
    saveMailSettings()
    expect(await over('sent')).toMatchObject({ state: 'done' })
  })

  it('a file of more than 64 MiB is given to programs, and posted nowhere', async () => {
    const { url, received } = await receiver()
    const { over, deliveries, reportFiles } = await deliver(url)
    await over('status-200')
    await reportFiles.write(
      'f1',
      textOf(...Array.from({ length: 65 }, () => 'x'.repeat(2 ** 20))),
      new AbortController().signal,
    )
    await deliveries.again(1)
    expect(await over('report-file-too-large')).toMatchObject({ state: 'failed' })
    expect(received).toHaveLength(1)
  })
})

async function* textOf(...pieces: readonly string[]) {
  yield* pieces
}
