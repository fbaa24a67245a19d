import { controlPath, controlWordPath } from '@fleetglass/contract/devices'
import { DRIVING_WORDS } from '@fleetglass/jt808'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

/** Terminal number, maker and model. */
const UNKNOWN = ['13812345601', 'OTHER', 'G40'] as const
const OWN = ['13812345602', 'FLEET', 'FG-MDVR4'] as const
const NAMED = ['13812345603', 'MAKER', 'X-9'] as const
const ANY_MAKER = ['13812345604', 'WHO', 'D5'] as const
const FUEL = ['13812345605', 'MAKER', 'F-1'] as const
const LIKE_OWN = ['13812345606', 'CLONE', 'CL-4'] as const
const SILENT = '13812345607'

describe('[D4] the word that formats a card', () => {
  const devices = new Map<string, DeviceClient>()
  let server: TestServer
  let admin: ChannelClient
  beforeAll(async () => {
    const deviceModels = [
      { maker: 'MAKER', model: 'X-9', formatCard: 0xb7 },
      { model: 'D5', formatCard: 0xc5 },
      { maker: 'MAKER', model: 'F-1', formatCard: 0xf1 },
      { maker: 'CLONE', model: 'CL-4', family: 'fleetglass' },
    ]
    server = await startTestServer({ config: { deviceModels } })
    admin = await server.login()
    for (const [id, maker, model] of [UNKNOWN, OWN, NAMED, ANY_MAKER, FUEL, LIKE_OWN]) {
      await admin.request('D01', { A: id, C: '1' })
      const device = await DeviceClient.tcp(server.ports.signalling, id)
      const rest = { province: 0, city: 0, terminalId: '1', plateColour: 1, plate: 'A 1' }
      device.send({ name: 'registration', body: { layout: '2013', maker, model, ...rest } })
      const { body: answer } = await device.next('registrationAnswer')
      await device.answerTo(device.send({ name: 'authentication', body: { code: answer.code ?? '' } }))
      devices.set(id, device)
    }
    await admin.request('D01', { A: SILENT, C: '1' })
  })
  afterAll(async () => {
    for (const device of devices.values()) await device.close()
    await admin.close()
    await server.close()
  })

  const call = async (path: string, body: object) => {
    const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
    return (await callHttp(server, 'POST', path, { body: { ...credentials, ...body } })).body
  }
  const format = (deviceid: string, word?: number) =>
    call(controlPath, { deviceid, cmd: 'format', ...(word !== undefined && { word }) })
  const wordOf = (deviceid: string, cmd = 'format') => call(controlWordPath, { deviceid, cmd })

  /** The words that came by 0x8105 and were not taken yet. */
  const taken = (id: string): number[] =>
    (devices.get(id)?.received ?? []).flatMap(({ message }) =>
      message.name === 'terminalControl' ? [message.body.command] : [],
    )

  const confirmOne = async (id: string): Promise<number> => {
    const device = devices.get(id)
    if (device === undefined) throw new Error(`${id} is not connected`)
    const { body } = await device.next('terminalControl')
    const answer = { answeredSerial: device.lastTakenSerial, answeredId: 0x8105, result: 0 }
    device.send({ name: 'terminalAnswer', body: answer })
    return body.command
  }

  it('[D4] [SDEV-53] is not guessed: a model without a known word is refused with its name, and nothing is sent', async () => {
    const model = '"G40" of "OTHER"'
    expect(await format(UNKNOWN[0])).toEqual(failedCall('format-command-unknown', { model }))
    expect(await wordOf(UNKNOWN[0])).toEqual(failedCall('format-command-unknown', { model }))
    const byChannel = await admin.request('D09', { A: UNKNOWN[0] })
    expect(byChannel.fields).toMatchObject(failedMessage('format-command-unknown', { model }))
    // A command that does arrive shows that nothing came before it.
    const reboot = admin.request('D07', { A: UNKNOWN[0] })
    expect(await confirmOne(UNKNOWN[0])).toBe(4)
    expect((await reboot).fields.R).toBe('1')
    expect(taken(UNKNOWN[0])).toEqual([])
  })

  it('[D4] is refused for a device that has not reported its model', async () => {
    expect(await format(SILENT)).toEqual(failedCall('device-model-unknown'))
  })

  it.each([
    ['of our own family', OWN[0], 0xa1],
    ['that the configuration names', NAMED[0], 0xb7],
    ['that the configuration names for any maker', ANY_MAKER[0], 0xc5],
    ['of another maker that takes the words of a known family', LIKE_OWN[0], 0xa1],
  ])('[D4] of a model %s is reported before, and sent', async (_, id, word) => {
    expect(await wordOf(id)).toEqual({ hasError: false, message: '', word, standard: false, elsewhere: null })
    for (const ask of [() => format(id), () => format(id, word)]) {
      const asked = ask()
      expect(await confirmOne(id)).toBe(word)
      expect(await asked).toEqual({ hasError: false, message: '' })
    }
    const byChannel = admin.request('D09', { A: id, W: String(word) })
    expect(await confirmOne(id)).toBe(word)
    expect((await byChannel).fields.R).toBe('1')
  })

  it('[D4] is named as one of driving where an administrator has given such a word to a model', async () => {
    expect(DRIVING_WORDS.get(0xf1)).toBe('restores')
    expect(await wordOf(FUEL[0])).toMatchObject({ word: 0xf1, standard: false, elsewhere: 'restoresPower' })
  })

  it('[D4] is not sent when another one was confirmed', async () => {
    const words = { word: '0xB7', confirmed: '0xF1' }
    expect(await format(NAMED[0], 0xf1)).toEqual(failedCall('command-word-changed', words))
    const byChannel = await admin.request('D09', { A: NAMED[0], W: '241' })
    expect(byChannel.fields).toMatchObject(failedMessage('command-word-changed', words))
    const noByte = await admin.request('D09', { A: NAMED[0], W: 'F1' })
    expect(noByte.fields).toMatchObject(failedMessage('invalid-command-word'))
    expect(taken(NAMED[0])).toEqual([])
  })

  it('[D4] [SDEV-53] the other commands are words of the standard for every model', async () => {
    for (const [id] of [UNKNOWN, OWN, NAMED]) {
      expect(await wordOf(id, 'reboot')).toMatchObject({ word: 4, standard: true, elsewhere: null })
      expect(await wordOf(id, 'restore')).toMatchObject({ word: 5, standard: true, elsewhere: null })
    }
  })
})
