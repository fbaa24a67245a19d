// NUL in texts: SQLite stores it and PostgreSQL does not, so the server answers alike before either sees one.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sha256 } from '../channel-client.ts'
import { onBothDatabases } from '../databases/both-databases.ts'
import { DeviceClient } from '../devices/device-client.ts'
import { failedCall, failedLogin, failedMessage } from '../failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../harness.ts'
import { callHttp } from '../http-client.ts'

const DEVICE = '13812345678'
const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
const basic = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${credentials.password}`).toString('base64')}`,
})

onBothDatabases('NUL in texts', (databases, kind) => {
  let server: TestServer
  beforeAll(async () => {
    // Without an address the server makes a SQLite file in its data folder.
    const database = kind === 'sqlite' ? '' : await databases.location()
    server = await startTestServer({ config: { database } })
    const admin = await server.login()
    expect((await admin.request('D01', { A: DEVICE, C: '2' })).fields.R).toBe('1')
    await admin.close()
  })
  afterAll(() => server.close())

  it('[low] refuses NUL in a text of a call, at any depth, and names the field', async () => {
    const memo = { deviceid: DEVICE, type: 0, memo: 'a\0b' }
    expect((await callHttp(server, 'PUT', '/gkdevice/carmemo', { body: { ...credentials, ...memo } })).body).toEqual(
      failedCall('nul-character', { field: 'memo' }),
    )
    const customer = { deviceid: DEVICE, dealer: '\0' }
    const nested = await callHttp(server, 'PUT', '/gkdevice/dkcustomer', {
      body: { ...credentials, dkcustomer: customer },
    })
    expect(nested.body).toEqual(failedCall('nul-character', { field: 'dkcustomer' }))
    const name = await callHttp(server, 'PUT', '/gkdevice/setting', {
      body: { ...credentials, deviceid: DEVICE, changed: { 'pla\0te': 'A' } },
    })
    expect(name.body).toEqual(failedCall('nul-character', { field: 'changed' }))
    const listed = await callHttp(server, 'POST', '/gkdevice/carmemo', { body: credentials })
    expect(listed.text).toBe('[]')
  })

  it('[low] refuses NUL in a path, in the query of an address and in a user name', async () => {
    const inPath = await callHttp(server, 'POST', '/gkserver/gkdevicesetup/a%00b', { body: credentials })
    expect(inPath.body).toEqual(failedCall('nul-character', { field: 'deviceid' }))
    const inQuery = await callHttp(server, 'GET', `/api/recording-locks?deviceid=%00`, { headers: basic(ADMIN) })
    expect(inQuery.body).toEqual(failedCall('nul-character', { field: 'deviceid' }))
    const inUser = await callHttp(server, 'POST', '/gkserver/session', {
      body: { ...credentials, username: 'ad\0min' },
    })
    expect(inUser.body).toEqual(failedCall('nul-character', { field: 'username' }))
    expect((await callHttp(server, 'GET', '/api/shapes', { headers: basic('ad\0min') })).status).toBe(401)
  })

  it('[low] refuses NUL in a field of a main channel message and in its JSON, and the connection stays', async () => {
    const unauthenticated = await server.connect()
    const login = await unauthenticated.request('Q02', { U: 'ad\0min', P: credentials.password })
    expect(login.fields).toMatchObject(failedLogin('nul-character', { field: 'U' }))
    await unauthenticated.close()
    const admin = await server.login()
    expect((await admin.request('D01', { A: 'new\0', C: '1' })).fields).toMatchObject(
      failedMessage('nul-character', { field: 'A' }),
    )
    const change = await admin.request('D04', { A: DEVICE }, JSON.stringify({ plate: 'A\0B' }))
    expect(change.fields).toMatchObject(failedMessage('nul-character', { field: 'plate' }))
    expect((await admin.list('Q03')).rows.map(([deviceId]) => deviceId)).toEqual([DEVICE])
    await admin.close()
  })

  it('[low] does not open a stream whose address has NUL, and closes an event socket with such a user name', async () => {
    const query = new URLSearchParams({ user: 'ad\0min', password: credentials.password, deviceid: DEVICE })
    const stream = new WebSocket(`ws://127.0.0.1:${server.ports.streams}/ws.cgi?${query}`)
    const refused = new Promise<number | undefined>((resolve) => {
      stream.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(await refused).toBe(400)
    const events = new WebSocket(`ws://127.0.0.1:${server.ports.http}/event`)
    events.once('open', () => events.send(JSON.stringify({ user: 'ad\0min', password: credentials.password })))
    const closed = await new Promise<string>((resolve) => {
      events.once('close', (_code, reason) => resolve(reason.toString()))
    })
    expect(closed).toBe('wrong user or password')
  })

  it('[low] stores what a device reports with NUL in its plate, its driver and its texts', async () => {
    const admin = await server.login()
    const device = await DeviceClient.tcp(server.ports.signalling, DEVICE)
    device.send({
      name: 'registration',
      body: {
        layout: '2013',
        province: 0,
        city: 0,
        maker: 'A\0B',
        model: 'C\0D',
        terminalId: 'E\0F',
        plateColour: 1,
        plate: 'PL\0ATE',
      },
    })
    const { body } = await device.next('registrationAnswer')
    expect(body.result).toBe(0)
    expect(await device.answerTo(device.send({ name: 'authentication', body: { code: body.code ?? '' } }))).toBe(0)
    const card = { driverName: 'Li\0n', licence: 'L\0 1', authority: '\0', validUntil: '20300101' }
    const driver = { layout: '2013', state: 1, time: '260901120000', result: 0, card } as const
    expect(await device.answerTo(device.send({ name: 'driverIdentity', body: driver }))).toBe(0)
    expect(await device.answerTo(device.send({ name: 'deviceText', body: { text: 'help\0 me' } }))).toBe(0)
    const settings = await admin.request('D03', { A: DEVICE })
    expect(JSON.parse(settings.text)).toMatchObject({ plate: 'PLATE', driver: 'Lin', driverlicense: 'L 1' })
    const nowS = Math.floor(Date.now() / 1000)
    const asked = { deviceid: DEVICE, afterTime: nowS - 3600, beforeTime: nowS + 3600 }
    await until('the text is an event', async () => {
      const events = await callHttp(server, 'POST', '/gkevent/eventquery', { body: { ...credentials, ...asked } })
      return events.text.includes('"help me"')
    })
    await device.close()
    await admin.close()
  })
})
