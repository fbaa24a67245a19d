// Commands from any caller, over the bus, to a device on a real socket, and its answer.
import { concat } from '@fleetglass/bytes'
import { CONTROL_WORDS, encodeBody, type Message } from '@fleetglass/jt808'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { type GatewayAlone, startGatewayAlone } from '../../../test/gateway-alone.ts'
import type { DeviceCommand } from '../../ports/commands/index.ts'

const ID = '13800138000'
let alone: GatewayAlone
let device: DeviceClient

beforeEach(async () => {
  alone = await startGatewayAlone(ID)
  device = await DeviceClient.tcp(alone.gateway.ports.signalling, ID)
  await device.login()
})

afterEach(async () => {
  await device.close()
  await alone.close()
})

const restart: DeviceCommand = { name: 'control', word: CONTROL_WORDS.restart }

function answer(messageId: number, result: number): void {
  device.send({
    name: 'terminalAnswer',
    body: { answeredSerial: device.lastTakenSerial, answeredId: messageId, result },
  })
}

describe('commands to a device', () => {
  it('the device is asked and its general answer comes back', async () => {
    const asked = alone.commands.send(ID, restart)
    await device.next('terminalControl')
    answer(0x8105, 0)
    expect(await asked).toEqual({ kind: 'answered', answer: { name: 'done', serial: device.lastTakenSerial } })
  })

  it('a refusal comes back with its result', async () => {
    const asked = alone.commands.send(ID, restart)
    await device.next('terminalControl')
    answer(0x8105, 3)
    expect(await asked).toEqual({ kind: 'refused', result: 3 })
  })

  it('waits for the message that answers the command, not for 0x0001 before it', async () => {
    const asked = alone.commands.send(ID, { name: 'listRecordings', span: null })
    await device.next('unknown')
    answer(0x9205, 0)
    const serial = device.lastTakenSerial
    const raw = concat([Uint8Array.of(serial >> 8, serial & 0xff), new Uint8Array(4)])
    device.send({ name: 'unknown', messageId: 0x1205, body: { raw } })
    expect(await asked).toEqual({ kind: 'answered', answer: { name: 'recordings', entries: [] } })
  })

  it('answers find their commands in any order', async () => {
    const first = alone.commands.send(ID, restart)
    const second = alone.commands.send(ID, restart)
    await device.next('terminalControl')
    const firstSerial = device.lastTakenSerial
    await device.next('terminalControl')
    answer(0x8105, 1)
    device.send({ name: 'terminalAnswer', body: { answeredSerial: firstSerial, answeredId: 0x8105, result: 0 } })
    expect(await second).toEqual({ kind: 'refused', result: 1 })
    expect((await first).kind).toBe('answered')
  })

  it('says offline for a device that is not connected, and when it hangs up while it is asked', async () => {
    expect(await alone.commands.send('13800138999', restart)).toEqual({ kind: 'offline' })
    const asked = alone.commands.send(ID, restart)
    await device.next('terminalControl')
    await device.close()
    expect(await asked).toEqual({ kind: 'offline' })
  })

  it('[D6] an answer that cannot be decoded ends the wait, and is reported as such', async () => {
    const asked = alone.commands.send(ID, { name: 'readAllParameters' })
    await device.next('parametersRequest')
    const serial = device.lastTakenSerial
    const raw = Uint8Array.of(serial >> 8, serial & 0xff, 2, 0x00, 0x01)
    device.send({ name: 'unknown', messageId: 0x0104, body: { raw } })
    const result = await asked
    expect(result).toEqual({ kind: 'unreadable' })
    const log = alone.logged.filter((line) => line.includes('0x0104'))
    expect(log).toEqual([`${ID} answer 0x0104 cannot be read: ${Buffer.from(raw).toString('hex')}`])
  })

  it('[D6] the parameters of a device with ids of a WORD (QuecPython) are read', async () => {
    const asked = alone.commands.send(ID, { name: 'readAllParameters' })
    await device.next('parametersRequest')
    const serial = device.lastTakenSerial
    const head = [serial >> 8, serial & 0xff, 2]
    const raw = Uint8Array.from([...head, 0x00, 0x01, 4, 0, 0, 0, 30, 0x00, 0x13, 3, 0x61, 0x2e, 0x62])
    device.send({ name: 'unknown', messageId: 0x0104, body: { raw } })
    const result = await asked
    if (result.kind !== 'answered' || result.answer.name !== 'parameters') throw new Error('no parameters were read')
    const read = result.answer.parameters.map(({ id, value }) => [id, Buffer.from(value).toString('hex')])
    expect(read).toEqual([
      [1, '0000001e'],
      [0x13, '612e62'],
    ])
  })

  it('says timeout for a device that says nothing', async () => {
    expect(await alone.commands.send(ID, restart, { timeoutMs: 50 })).toEqual({ kind: 'timeout' })
  })

  it('bounds what waits for one device', async () => {
    const asked = Array.from({ length: 65 }, () => alone.commands.send(ID, restart, { timeoutMs: 300 }))
    const results = await Promise.all(asked)
    expect(results.filter((result) => result.kind === 'timeout')).toHaveLength(64)
    expect(results.at(-1)).toEqual({ kind: 'refused', result: 1 })
  })
})

describe('a picture', () => {
  const jpeg = Uint8Array.from({ length: 5_000 }, (_, n) => (n === 0 ? 0xff : n === 1 ? 0xd8 : n & 0xff))
  const media = (channel: number): Message => ({
    name: 'mediaData',
    body: { id: 7, kind: 0, format: 0, event: 0, channel, data: jpeg },
  })

  it('is asked with 0x8801, gathered from packets and acknowledged with 0x8800', async () => {
    const taken = alone.commands.send(ID, { name: 'takePicture', channel: 2 })
    const { body } = await device.next('shot')
    expect(body).toMatchObject({ channel: 2, command: 1, keep: 0 })
    const shotSerial = device.lastTakenSerial
    device.send({ name: 'shotResult', body: { answeredSerial: shotSerial, result: 0, mediaIds: [7] } })
    const first = device.send(media(2))
    expect(await device.answerTo(first)).toBe(0)
    expect((await device.next('mediaAnswer')).body).toEqual({ mediaId: 7 })
    const picture = await taken
    if (picture.kind !== 'answered' || picture.answer.name !== 'picture') throw new Error('no picture came')
    expect(Buffer.compare(Buffer.from(picture.answer.jpeg), Buffer.from(jpeg))).toBe(0)
  })

  it('of another channel is not taken for it', async () => {
    const taken = alone.commands.send(ID, { name: 'takePicture', channel: 1 }, { timeoutMs: 300 })
    await device.next('shot')
    device.send(media(2))
    expect(await taken).toEqual({ kind: 'timeout' })
  })

  it('that the device refuses is a refusal', async () => {
    const taken = alone.commands.send(ID, { name: 'takePicture', channel: 1 })
    await device.next('shot')
    device.send({ name: 'shotResult', body: { answeredSerial: device.lastTakenSerial, result: 2 } })
    expect(await taken).toEqual({ kind: 'refused', result: 2 })
  })

  it('asks again for the packets that were lost', async () => {
    const taken = alone.commands.send(ID, { name: 'takePicture', channel: 1 })
    await device.next('shot')
    const body = encodeBody(media(1), '2013')
    const first = device.sendPackets(0x0801, body, 6, [3])
    expect((await device.next('mediaAnswer')).body).toEqual({ mediaId: 7, packetNumbers: [3] })
    device.sendPacket(0x0801, body, { first, total: 6, number: 3, size: Math.ceil(body.length / 6) })
    expect(await taken).toMatchObject({ kind: 'answered', answer: { name: 'picture' } })
  })
})
