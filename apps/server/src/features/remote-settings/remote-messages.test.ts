// Remote parameters over the main channel.
import { describe, expect, it } from 'vitest'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { textParameters } from '../../../test/devices/settings-device.ts'
import { failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD } from '../../../test/harness.ts'
import { dword } from '../../../test/recordings/full-recorder.ts'
import {
  call,
  connect,
  device,
  done,
  mainPort,
  OFFLINE,
  save,
  useRemoteSettings,
  VAN,
} from './remote-settings.fixtures.ts'

useRemoteSettings()

async function linkOf<Result>(use: (link: ChannelClient) => Promise<Result>, user = ADMIN): Promise<Result> {
  const link = await ChannelClient.connect(mainPort())
  await link.request('Q02', { U: user, P: sha256(ADMIN_PASSWORD) })
  return await use(link).finally(() => link.close())
}

const settled = () =>
  connect([{ id: 0x0055, value: dword(90) }, ...textParameters({ 61442: 'Lin' }, ['sys_spdlimit', 'preosd_driver'])])

describe('D13', () => {
  it('[VCP-113] [VCP-114] answers the settings that a device keeps as JSON, the same as the HTTP call', async () => {
    await settled()
    const { fields, text } = await linkOf((link) => link.request('D13', { A: VAN }))
    expect(fields.R).toBe('1')
    const { hasError: _, message: _text, ...byHttp } = await call('POST', VAN)
    expect(JSON.parse(text)).toEqual(byHttp)
    expect(byHttp).toMatchObject({ settings: 'preosd_driver,sys_spdlimit', sys_spdlimit: '90', preosd_driver: 'Lin' })
  })

  it('[VCP-114] is refused for a device that is not there or not known, and without the right', async () => {
    await settled()
    await linkOf(async (link) => {
      expect((await link.request('D13', { A: OFFLINE })).fields).toMatchObject(failedMessage('device-offline'))
      expect((await link.request('D13', { A: 'nobody' })).fields).toMatchObject(failedMessage('unknown-device'))
      expect((await link.request('D13')).fields.R).toBe('0')
    })
    const denied = await linkOf((link) => link.request('D13', { A: VAN }), 'blind')
    expect(denied.fields).toMatchObject(failedMessage('permission-denied'))
  })
})

describe('D17', () => {
  it('[VCP-119] [VCP-120] answers R = 1 when the device has taken over all settings that N names, else the reason', async () => {
    await settled()
    expect(await save({ sys_spdlimit: '80', preosd_driver: 'Wang' })).toEqual(done)
    const N = 'sys_spdlimit,preosd_driver'
    await linkOf(async (link) => {
      expect((await link.request('D17', { A: VAN, N })).fields.R).toBe('1')
      device.stored.set(0x0055, dword(90))
      expect((await link.request('D17', { A: VAN, N })).fields).toMatchObject(
        failedMessage('setting-not-kept', { settings: 'sys_spdlimit' }),
      )
      expect((await link.request('D17', { A: VAN, N: 'preosd_driver' })).fields.R).toBe('1')
      for (const wrong of ['', 'hoverboard', `${N},`]) {
        expect((await link.request('D17', { A: VAN, N: wrong })).fields).toMatchObject({
          R: '0',
          E: expect.stringMatching(/^invalid-/),
        })
      }
      expect((await link.request('D17', { A: OFFLINE, N })).fields.R).toBe('0')
    })
  })
})
