import { createHmac } from 'node:crypto'
import { until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
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
