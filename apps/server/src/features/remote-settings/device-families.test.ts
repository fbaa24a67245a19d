import { fleetglassFamily, type Parameter, standardFamily } from '@fleetglass/jt808'
import { encodeVideoParameter } from '@fleetglass/jt1078'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { SettingsDevice, textParameters } from '../../../test/devices/settings-device.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345681'
const SILENT = '13812345682'
const CLONE = '13812345683'

const dword = (value: number) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const stream = { mode: 1, sizeCode: 1, keyFrameInterval: 15, framesPerS: 12, bitRateKbps: 470 }
const video = encodeVideoParameter({
  name: 'video',
  body: { live: stream, stored: stream, overlayBits: 0, audioOutput: false },
})

/** A recorder of another maker: standard parameters, and its own where ours lie, which mean something else there. */
const foreign = (): Parameter[] => [
  { id: 0x0055, value: dword(90) },
  { id: video.parameterId, value: video.value },
  { id: 0xf000, value: dword(1) },
  { id: 0xf001, value: dword(0x0a0b0c0d) },
  { id: 0xf00b, value: Uint8Array.of(8) },
]

describe('families of devices', () => {
  const clock = createManualClock()
  let server: TestServer
  let device: SettingsDevice
  beforeAll(async () => {
    // The recorder of the tests registers as T1 of TEST.
    server = await startTestServer({ clock })
    const admin = await server.login()
    for (const id of [VAN, SILENT]) await admin.request('D01', { A: id, C: '2' })
    await admin.close()
  })
  afterEach(async () => device.close())
  afterAll(async () => server.close())

  async function connect(id: string, parameters: readonly Parameter[], at: TestServer = server): Promise<void> {
    device = await SettingsDevice.connect(at.ports.signalling, id, parameters, '2019')
  }
  const call = async (method: string, id: string, body: object = {}, at: TestServer = server) => {
    const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
    const path = `/gkserver/gkdevicesetup/${id}`
    return (await callHttp(at, method, path, { body: { ...credentials, ...body } })).body
  }
  const save = (id: string, deviceParams: object, at?: TestServer) => call('PUT', id, { deviceParams }, at)
  const sent = () => device.asked.filter(({ name }) => name === 'parameterSetting')
  const done = { hasError: false, message: '', outcome: 'set' }

  it('[RDEV-004] [RDEV-108] shows of another maker’s recorder what the standard defines, not what lies at our numbers', async () => {
    await connect(VAN, foreign())
    const received = await call('POST', VAN)
    expect(String(received.settings).split(',')).toEqual([
      ...['preosd_pl_en', 'preosd_region2en', 'preosd_speed', 'sys_spdlimit'],
      ...['enc_sres', 'enc_sfps', 'enc_sbit', 'enc_reca'],
    ])
    expect(received).toMatchObject({ sys_spdlimit: '90', enc_sres: 'CIF', enc_sres_choices: 'CIF,720P' })
    for (const name of ['preosd_text', 'sys_tz']) expect(received).not.toHaveProperty(name)
  })

  it('[D7] refuses a setting that the device does not have, alone and beside others, and sends nothing', async () => {
    await connect(VAN, foreign())
    for (const values of [{ sys_osperiod: '5' }, { sys_spdlimit: '70', sys_osperiod: '5' }]) {
      expect(await save(VAN, values)).toEqual({
        ...failedCall('setting-missing', { setting: 'sys_osperiod' }),
      })
    }
    for (const name of ['preosd_text', 'sys_tz', 'net_wfssid', 'cam_rec']) {
      const text = { preosd_text: 'Road', sys_tz: '28800', net_wfssid: 'Depot', cam_rec: '11' }[name]
      expect(await save(VAN, { [name]: text })).toEqual({
        ...failedCall('setting-missing', { setting: name }),
      })
    }
    expect(sent()).toEqual([])
    expect(await save(VAN, { sys_spdlimit: '70' })).toEqual(done)
    expect(device.stored.get(0x0055)).toEqual(dword(70))
    // What lies at our numbers was not touched.
    expect(device.stored.get(0xf001)).toEqual(dword(0x0a0b0c0d))
  })

  it('[D7] a recorder of our own family has what it lists, no more', async () => {
    await connect(VAN, textParameters({ 61442: 'Lin', 61443: '1' }, ['preosd_driver']))
    expect(await call('POST', VAN)).toMatchObject({ settings: 'preosd_driver', preosd_driver: 'Lin' })
    expect(await save(VAN, { g_sensor_en: '0' })).toMatchObject({
      ...failedCall('setting-missing', { setting: 'g_sensor_en' }),
    })
    expect(await save(VAN, { preosd_driver: 'Mei' })).toEqual(done)
    expect(device.text(0xf002)).toBe('Mei')
  })

  it('[D7] sends a standard setting to a device that never reported its list, and no maker’s one', async () => {
    await connect(SILENT, foreign())
    device.habits.parametersRequest = { result: 3 }
    expect(await save(SILENT, { sys_osperiod: '5' })).toEqual(done)
    expect(sent().map(({ ids }) => ids)).toEqual([[0x0056]])
    expect(await save(SILENT, { sys_tz: '28800' })).toMatchObject({
      ...failedCall('setting-missing', { setting: 'sys_tz' }),
    })
    expect(sent()).toHaveLength(1)
  })

  it('[D7] once a device has reported its list, a save without it waits and sends nothing', async () => {
    await connect(SILENT, foreign())
    expect((await call('POST', SILENT)).hasError).toBe(false)
    device.habits.parametersRequest = 'silent'
    device.asked.length = 0
    const saving = save(SILENT, { sys_osperiod: '5' })
    await until('it was asked', () => device.asked.length === 1)
    clock.advance(10_000)
    expect(await saving).toMatchObject({ hasError: true, outcome: 'noAnswer' })
    expect(sent()).toEqual([])
  })

  it('sends no resolution that only another family supports', async () => {
    await connect(VAN, foreign())
    expect(await save(VAN, { enc_sres: '360P' })).toEqual({
      ...failedCall('setting-resolution', { size: '360P' }),
    })
    expect(sent()).toEqual([])
    expect(await save(VAN, { enc_sres: '720P' })).toEqual(done)
  })

  it('a model that the configuration puts into a family has its settings without a list', async () => {
    const own = await startTestServer({ config: { deviceModels: [{ model: 'T1', family: 'fleetglass' }] } })
    const admin = await own.login()
    await admin.request('D01', { A: CLONE, C: '2' })
    await admin.close()
    await connect(CLONE, textParameters({ 61442: 'Lin' }), own)
    expect(await call('POST', CLONE, {}, own)).toMatchObject({ settings: 'preosd_driver', preosd_driver: 'Lin' })
    expect(await save(CLONE, { preosd_driver: 'Mei' }, own)).toEqual(done)
    await own.close()
  })

  it('the families differ by what the standard lacks: 13 of 48 settings are standard', () => {
    expect(Object.keys(standardFamily.settings)).toHaveLength(13)
    expect(Object.keys(fleetglassFamily.settings)).toHaveLength(48)
  })
})
