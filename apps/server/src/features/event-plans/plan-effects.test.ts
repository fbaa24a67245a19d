// What push and realtime plans do when a device raises an event, with a real receiver, mail server and console socket.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  eventDeliveriesPath,
  eventDeliveriesSchema,
  pushPlansPath,
  realtimePlansPath,
  webhookSecretPath,
  webhookSecretSchema,
} from '@fleetglass/contract/event-plans'
import { EventCode } from '@fleetglass/contract/events'
import { afterEach, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { startSmtpPeer } from '../../../test/smtp-peer.ts'

const VAN = '13800138001'
const opened: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function site() {
  const server = await startTestServer({ config: { localTargets: true } })
  opened.push(() => server.close())
  const link = await server.login()
  await link.request('D01', { A: VAN, C: '1', F: '0' })
  await link.close()
  const call = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const options = { body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...body } }
    return JSON.parse((await callHttp(server, method, path, options)).text)
  }
  const comesOnline = async (): Promise<void> => {
    const device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
    opened.push(() => device.close())
  }
  const log = async () => eventDeliveriesSchema.parse(await call('POST', eventDeliveriesPath, {}))
  return { server, call, comesOnline, log }
}
const online = { appdevid: EventCode.online, updateMode: 'GLOBAL' }

it('[PLAN-55] [PLAN-56] the event of a device reaches the receiver of its plan, is in the delivery log, and is sent again from there', async () => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      reply.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  opened.push(() => receiver.close())
  const script = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
  const { call, comesOnline, log } = await site()
  await call('POST', pushPlansPath, { pushEventPlan: { ...online, name: 'Office', script } })
  await comesOnline()
  await until('it is delivered', async () => (await log())[0]?.state === 'done')
  const { secret } = webhookSecretSchema.parse(await call('POST', webhookSecretPath, { script }))
  const [{ headers, body } = { headers: {}, body: '' }] = received
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  const [entry] = await log()
  expect(entry).toMatchObject({
    kind: 'webhook',
    target: script,
    plan: 'Office',
    deviceid: VAN,
    eventid: EventCode.online,
    attempts: 1,
    outcome: 'status-200',
    due: null,
  })
  expect(await call('PUT', eventDeliveriesPath, { id: 999 })).toEqual(failedCall('unknown-event-delivery'))
  await call('PUT', eventDeliveriesPath, { id: entry?.id })
  await until('it came again', () => received.length === 2)
  expect(await call('POST', eventDeliveriesPath, { before: entry?.id })).toEqual([])
})

it('[PLAN-57] [PLAN-58] an event of a plan that calls is a call message with the seconds for which it rings', async () => {
  const { server, call, comesOnline } = await site()
  const listener = await EventClient.login(server.ports.main)
  opened.push(() => listener.close())
  await call('POST', realtimePlansPath, { realtimeEventPlan: { ...online, call_en: 1, call_time: 12 } })
  await comesOnline()
  expect(await listener.next(EventCode.online)).toMatchObject({ call: 1, calltime: 12 })
})

it('[PLAN-53] without a plan for its code an event is not called, pushed or mailed', async () => {
  const { server, call, comesOnline, log } = await site()
  const listener = await EventClient.login(server.ports.main)
  opened.push(() => listener.close())
  const other = { ...online, appdevid: EventCode.overspeed }
  await call('POST', realtimePlansPath, {
    realtimeEventPlan: { ...other, call_en: 1, email_en: 1, receivers: 'a@example.org' },
  })
  await call('POST', pushPlansPath, { pushEventPlan: { ...other, script: 'http://127.0.0.1:9/' } })
  await comesOnline()
  const message = await listener.next(EventCode.online)
  expect([message.call, message.calltime]).toEqual([0, undefined])
  expect(await log()).toEqual([])
})

it('[PLAN-59] an event of a plan that mails is sent to its receivers through the server of the email settings', async () => {
  const smtp = await startSmtpPeer({}, 0)
  opened.push(() => smtp.close())
  const { call, comesOnline, log } = await site()
  const mail = {
    server: '127.0.0.1',
    port: smtp.port,
    security: '2',
    auth: '1',
    from: 'fleet@example.org',
    name: 'Fleet',
  }
  await call('PUT', '/gkserver/smtp', { mail })
  await call('POST', realtimePlansPath, {
    realtimeEventPlan: { ...online, email_en: 1, receivers: 'office@example.org, depot@example.org' },
  })
  await comesOnline()
  await until('it is mailed', () => smtp.mails.length === 1)
  expect(smtp.mails[0]).toMatchObject({ from: 'fleet@example.org', to: ['office@example.org', 'depot@example.org'] })
  expect(smtp.mails[0]?.text).toContain(VAN)
  await until('the log says so', async () => (await log())[0]?.outcome === 'sent')
})
