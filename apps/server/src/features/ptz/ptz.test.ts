import { type PtzWord, ptzWords } from '@fleetglass/contract/ptz'
import type { Message } from '@fleetglass/jt808'
import { decodeSignalling } from '@fleetglass/jt1078'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'
import type { CommandResult, DeviceCommand } from '../../ports/commands/index.ts'
import { createCameraMover } from './camera-mover.ts'

const VAN = '13812345678'

/** What a message says to a camera. */
function readMove(message: Message): string {
  const read = message.name === 'unknown' ? decodeSignalling(message.messageId, message.body.raw) : null
  if (!read?.ok) throw new Error(`${message.name} is nothing for a camera`)
  const { name, body } = read.value
  if (name === 'cameraTurn') return `turn ${body.channel} ${body.direction} ${body.speed}`
  return name === 'cameraZoom' ? `zoom ${body.channel} ${body.direction}` : name
}

/** The same of a command. */
function commandText(command: DeviceCommand): string {
  if (command.name === 'turnCamera') return `turn ${command.channel} ${command.direction} ${command.speed}`
  return command.name === 'zoomCamera' ? `zoom ${command.channel} ${command.direction}` : command.name
}

const done: CommandResult = { kind: 'answered', answer: { name: 'done', serial: 1 } }

describe('D12', () => {
  let server: TestServer
  let admin: ChannelClient
  let device: DeviceClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    await admin.request('D01', { A: VAN, C: '2' })
    await admin.request('D01', { A: 'offline', C: '2' })
    await addUsers(server, { name: 'blind', permission: 4, access: '' })
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await device.close()
    await admin.close()
    await server.close()
  })
  /** The next command the device received, which it confirms. */
  async function reported(): Promise<string> {
    const message = await device.next('unknown')
    const answer = { answeredSerial: device.lastTakenSerial, answeredId: message.messageId, result: 0 }
    device.send({ name: 'terminalAnswer', body: answer })
    return readMove(message)
  }

  it('[VCP-111] [VCP-112] [PTZ-09] [PTZ-11] moves the channel in C by the word in K, and is answered when the device has confirmed', async () => {
    const expected: [PtzWord, string[]][] = [
      ['UP', ['turn 2 1 128']],
      ['DN', ['turn 2 2 128']],
      ['LT', ['turn 2 3 128']],
      ['RT', ['turn 2 4 128']],
      ['UPLT', ['turn 2 1 128', 'turn 2 3 128']],
      ['UPRT', ['turn 2 1 128', 'turn 2 4 128']],
      ['DNLT', ['turn 2 2 128', 'turn 2 3 128']],
      ['DNRT', ['turn 2 2 128', 'turn 2 4 128']],
      ['ZI', ['zoom 2 0']],
      ['ZO', ['zoom 2 1']],
      ['STOP', ['turn 2 0 128']],
    ]
    expect(expected.map(([word]) => word)).toEqual([...ptzWords])
    for (const [word, messages] of expected) {
      const reply = admin.request('D12', { A: VAN, C: '2', K: word })
      for (const message of messages) expect(await reported()).toBe(message)
      expect((await reply).fields.R).toBe('1')
    }
  })

  it('[VCP-112] [PTZ-07] [PTZ-14] what cannot be done is refused with the reason, and nothing is sent', async () => {
    const refusals = [
      [{ A: VAN, C: '2', K: 'SPIN' }, failedMessage('unknown-camera-command')],
      [{ A: VAN, C: '0', K: 'UP' }, failedMessage('unknown-camera-command')],
      [{ A: VAN, C: '3', K: 'UP' }, failedMessage('unknown-channel')],
      [{ A: 'offline', C: '1', K: 'UP' }, failedMessage('device-offline')],
      [{ A: 'nobody', C: '1', K: 'UP' }, failedMessage('unknown-device')],
    ] as const
    for (const [fields, failure] of refusals) {
      expect((await admin.request('D12', fields)).fields).toMatchObject(failure)
    }
    // Nor is a channel that is switched off there to be moved.
    expect((await admin.request('D04', { A: VAN }, '{"chmask":"10"}')).fields.R).toBe('1')
    expect((await admin.request('D12', { A: VAN, C: '2', K: 'UP' })).fields.W).toContain('no such channel')
    await admin.request('D04', { A: VAN }, '{"chmask":"11"}')
    const blind = await server.connect()
    await blind.login('blind', ADMIN_PASSWORD)
    const denied = await blind.request('D12', { A: VAN, C: '1', K: 'UP' })
    expect(denied.fields).toMatchObject(failedMessage('permission-denied'))
    await blind.close()
    expect(device.received.filter(({ message }) => message.name === 'unknown')).toEqual([])
  })

  it('[PTZ-13] a camera that a link has moved stops when the link is gone', async () => {
    const link = await server.login()
    const reply = link.request('D12', { A: VAN, C: '1', K: 'LT' })
    expect(await reported()).toBe('turn 1 3 128')
    await reply
    await link.close()
    expect(await reported()).toBe('turn 1 0 128')
  })
})

describe('POST /gkdevice/ptz', () => {
  let server: TestServer
  let device: DeviceClient
  beforeAll(async () => {
    server = await startTestServer()
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '2' })
    await admin.request('D01', { A: 'offline', C: '2' })
    await admin.close()
    await addUsers(server, { name: 'blind', permission: 4, access: '' }, { name: 'steersman', permission: 1 })
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await device.close()
    await server.close()
  })
  const call = (body: Readonly<Record<string, unknown>>, username: string = ADMIN): Promise<HttpAnswer> =>
    callHttp(server, 'POST', '/gkdevice/ptz', { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
  async function reported(): Promise<string> {
    const message = await device.next('unknown')
    const answer = { answeredSerial: device.lastTakenSerial, answeredId: message.messageId, result: 0 }
    device.send({ name: 'terminalAnswer', body: answer })
    return readMove(message)
  }

  it('[API1-40] [API1-58] [PTZ-08] moves the channel by the command, and answers when the device has confirmed', async () => {
    for (const [cmd, messages] of [
      ['DNRT', ['turn 1 2 128', 'turn 1 4 128']],
      ['STOP', ['turn 1 0 128']],
    ] as const) {
      const answer = call({ deviceid: VAN, channel: 1, cmd })
      for (const message of messages) expect(await reported()).toBe(message)
      expect((await answer).body).toEqual({ hasError: false, message: '' })
    }
  })

  it('[PTZ-07] [PTZ-14] what cannot be done has hasError and the reason, and nothing is sent', async () => {
    const refusals = [
      [{ deviceid: VAN, channel: 1, cmd: 'SPIN' }, 'no command'],
      [{ deviceid: VAN, channel: 1 }, 'no command'],
      [{ deviceid: VAN, channel: 0, cmd: 'UP' }, 'no channel'],
      [{ deviceid: VAN, channel: 1.5, cmd: 'UP' }, 'channel'],
      [{ deviceid: VAN, channel: '1', cmd: 'UP' }, 'channel'],
      [{ deviceid: VAN, channel: 3, cmd: 'UP' }, 'no such channel'],
      [{ deviceid: 'offline', channel: 1, cmd: 'UP' }, 'offline'],
      [{ deviceid: 'nobody', channel: 1, cmd: 'UP' }, 'no such device'],
      [{ channel: 1, cmd: 'UP' }, 'deviceid'],
    ] as const
    for (const [body, words] of refusals) {
      expect((await call(body)).body).toMatchObject({ hasError: true, message: expect.stringContaining(words) })
    }
    const denied = await call({ deviceid: VAN, channel: 1, cmd: 'UP' }, 'blind')
    expect(denied.body).toMatchObject(failedCall('permission-denied'))
    expect(device.received.filter(({ message }) => message.name === 'unknown')).toEqual([])
  })

  it('[PTZ-13] what an account moves stops when the account is changed', async () => {
    const moving = call({ deviceid: VAN, channel: 2, cmd: 'LT' }, 'steersman')
    expect(await reported()).toBe('turn 2 3 128')
    await moving
    const body = { username: 'steersman', password: sha256(ADMIN_PASSWORD), newpass: sha256('Another one 4 me') }
    expect((await callHttp(server, 'PUT', '/gkserver/passwd', { body })).body).toMatchObject({ hasError: false })
    expect(await reported()).toBe('turn 2 0 128')
  })
})

describe('a camera that was moved', () => {
  const who = Symbol('link')
  /** `silentAt`: which message is not answered. */
  function start(silentAt = 0) {
    const clock = createManualClock()
    const sent: string[] = []
    const commands = {
      async send(_: string, command: DeviceCommand) {
        const isSilent = sent.push(commandText(command)) === silentAt
        return isSilent ? ({ kind: 'timeout' } as const) : done
      },
    }
    return { clock, sent, mover: createCameraMover({ clock, commands }) }
  }

  it('[PTZ-13] stops by itself 10 s after the last word', async () => {
    const { clock, sent, mover } = start()
    await mover.move(who, VAN, 1, 'UP')
    clock.advance(9_000)
    await mover.move(who, VAN, 1, 'RT')
    clock.advance(9_999)
    expect(sent).toEqual(['turn 1 up 128', 'turn 1 right 128'])
    clock.advance(1)
    expect(sent.at(-1)).toBe('turn 1 stop 128')
    clock.advance(60_000)
    expect(sent).toHaveLength(3)
  })

  it('a tap on a diagonal: nothing of it leaves after the stop', async () => {
    const sent: string[] = []
    const confirm: (() => void)[] = []
    const commands = {
      async send(_: string, command: DeviceCommand) {
        sent.push(commandText(command))
        await new Promise<void>((resolve) => confirm.push(resolve))
        return done
      },
    }
    const mover = createCameraMover({ clock: createManualClock(), commands })
    const moves = [mover.move(who, VAN, 1, 'UPLT'), mover.move(who, VAN, 1, 'STOP')]
    for (const done of confirm) done()
    expect(await Promise.all(moves)).toEqual([null, null])
    expect(sent).toEqual(['turn 1 up 128', 'turn 1 stop 128'])
    await mover.close()
  })

  it('[PTZ-13] stops when a part of its word is not answered: it may have moved all the same', async () => {
    for (const [silentAt, reported] of [
      [1, ['turn 1 up 128', 'turn 1 stop 128']],
      [2, ['turn 1 up 128', 'turn 1 left 128', 'turn 1 stop 128']],
    ] as const) {
      const { sent, mover } = start(silentAt)
      expect(await mover.move(who, VAN, 1, 'UPLT')).toMatchObject({ code: 'device-timeout' })
      expect(sent).toEqual(reported)
      await mover.close()
      expect(sent).toEqual(reported)
    }
  })

  it('[PTZ-13] stops before the server ends, which does not wait for long, and moves no more', async () => {
    const { sent, mover } = start()
    await mover.move(who, VAN, 1, 'UP')
    await mover.move(who, VAN, 2, 'ZI')
    await mover.close()
    expect(sent.slice(2)).toEqual(['turn 1 stop 128', 'turn 2 stop 128'])
    expect(await mover.move(who, VAN, 1, 'UP')).toMatchObject({ code: 'server-stopping' })
    expect(sent).toHaveLength(4)
    const clock = createManualClock()
    let answers = true
    const commands = {
      send: () => (answers ? Promise.resolve(done) : new Promise<never>(() => {})),
    }
    const deaf = createCameraMover({ clock, commands })
    await deaf.move(who, VAN, 1, 'UP')
    answers = false
    const closing = deaf.close()
    clock.advance(1_000)
    await closing
    expect(clock.pending).toBe(0)
  })

  it('[PTZ-13] a device receives a stop command when the server shuts down while it moves', async () => {
    const server = await startTestServer()
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '2' })
    const device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
    const reply = admin.request('D12', { A: VAN, C: '1', K: 'UP' })
    const answer = async (): Promise<string> => {
      const message = await device.next('unknown')
      const body = { answeredSerial: device.lastTakenSerial, answeredId: message.messageId, result: 0 }
      device.send({ name: 'terminalAnswer', body })
      return readMove(message)
    }
    expect(await answer()).toBe('turn 1 1 128')
    await reply
    const closed = server.close()
    expect(await answer()).toBe('turn 1 0 128')
    await closed
    await device.close()
  })

  it('[PTZ-12] [PTZ-13] sends zoom steps to a device repeatedly, and stops by itself after ten seconds', async () => {
    const clock = fastClock(20, Date.UTC(2026, 8, 1))
    const server = await startTestServer({ clock })
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '2' })
    const device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
    for (const [word, step] of [
      ['ZI', 'zoom 2 0'],
      ['ZO', 'zoom 2 1'],
    ] as const) {
      const begunMs = clock.monotonicMs()
      const reply = admin.request('D12', { A: VAN, C: '2', K: word })
      const arrived: string[] = []
      while (arrived.at(-1) !== 'turn 2 0 128') {
        const message = await device.next('unknown')
        const body = { answeredSerial: device.lastTakenSerial, answeredId: message.messageId, result: 0 }
        device.send({ name: 'terminalAnswer', body })
        arrived.push(readMove(message))
      }
      expect(clock.monotonicMs() - begunMs).toBeGreaterThanOrEqual(10_000)
      expect(arrived.length).toBeGreaterThan(3)
      expect(new Set(arrived.slice(0, -1))).toEqual(new Set([step]))
      expect((await reply).fields.R).toBe('1')
    }
    await device.close()
    await admin.close()
    await server.close()
  })

  it('[PTZ-12] zooms a step each half second until the stop command', async () => {
    const { clock, sent, mover } = start()
    await mover.move(who, VAN, 1, 'ZI')
    clock.advance(1_600)
    expect(sent).toEqual(Array(4).fill('zoom 1 in'))
    await mover.move(who, VAN, 1, 'STOP')
    clock.advance(60_000)
    expect(sent.slice(4)).toEqual(['turn 1 stop 128'])
    await mover.close()
  })
})
