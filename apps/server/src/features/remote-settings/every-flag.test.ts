// The flag of each remote parameter: without it the real server neither reports the parameter nor sets it in the recorder.

import { type AccessFlag, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { remoteParameterNames } from '@fleetglass/contract/remote-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { SettingsDevice } from '../../../test/devices/settings-device.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { everything } from '../../../test/recordings/full-recorder.ts'

const VAN = '13812345678'

/** The parameters that need `F_rmdvrs_` and this word; `motovisadas` needs the flag of one of its thresholds. */
const named: Readonly<Record<string, string>> = {
  plate: 'preosd_pl_en preosd_plate',
  osdgps: 'preosd_region2en',
  channeltext: 'preosd_text',
  driver: 'preosd_driver',
  osdspeed: 'preosd_speed',
  gsensor: 'g_sensor_en g_sensor_x g_sensor_y g_sensor_z',
  speedlimit: 'sys_spdlimit',
  overspeedinterval: 'sys_osperiod',
  temperature: 'sys_temper',
  temperaturelimit: 'sys_tempul',
  volumeout: 'enc_aog',
  volumein: 'enc_aig',
  timezone: 'sys_tz',
  accoffseconds: 'sys_accoffsec',
  workvoltage: 'sys_workvoltage',
  heartbeat: 'net_hbsec',
  server: 'net_server',
  wifi: 'net_wfssid',
  wifipassword: 'net_wfpwd',
  daylightsaving: 'sys_dst',
  cam: 'cam_rec cam_mirror cam_campos',
  secondserver: 'net_2nden net_2ndhb net_2ndserver',
  substream: 'enc_sres enc_sfps enc_sbit',
  audio: 'enc_reca',
  speedup: 'sys_eisp',
  speeddown: 'sys_edsp',
  turn: 'sys_turn',
  gsensorguard: 'sys_gguard',
  speedparam: 'sys_spdparam',
  storage: 'sys_dualsdextend',
  alarmshow: 'event_almshow',
  alarmprimary: 'event_almpri',
  comboshow: 'event_comalmshow',
  comboprimary: 'event_comalmpri',
  combos: 'event_comalmno',
  adasenable: 'event_adas_en',
  dsmenable: 'event_dsm_en',
}
const flags = Object.keys(named)
/** No two flags are missing in the same of these accounts, and each is missing in one. */
const accounts = [0, 1, 2, 3, 4, 5].map((bit) => ({
  name: `without-${bit}`,
  permission: 4 + bit,
  missing: flags.filter((_, at) => (((at + 1) >> bit) & 1) === 1),
}))

describe('the flags of remote parameters', () => {
  let server: TestServer
  let device: SettingsDevice
  beforeAll(async () => {
    server = await startTestServer()
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '4' })
    await admin.close()
    const users = accounts.map(({ name, permission, missing }) => {
      const gone = missing.map((word) => `F_rmdvrs_${word}` as AccessFlag)
      return { name, permission, access: withoutFlags(fullAccess, ['F_api_full', ...gone]) }
    })
    const bare = withoutFlags(fullAccess, ['F_api_full', 'F_rmdvrs'])
    await addUsers(server, ...users, { name: 'none', permission: 11, access: bare })
    device = await SettingsDevice.connect(server.ports.signalling, VAN, everything(), '2019')
  })
  afterAll(async () => {
    await device.close()
    await server.close()
  })
  const call = async (method: string, username: string, body: object = {}) => {
    const credentials = { username, password: sha256(ADMIN_PASSWORD) }
    const path = `/gkserver/gkdevicesetup/${VAN}`
    return (await callHttp(server, method, path, { body: { ...credentials, ...body } })).body
  }

  it.each(accounts)(
    '[RDEV-005] [RDEV-090] [PERM-041] parameters are reported and set with their own flag only: $name',
    async ({ name, missing }) => {
      expect(flags.length).toBeLessThan(2 ** accounts.length)
      const hidden = missing.flatMap((flag) => named[flag]?.split(' ') ?? [])
      const received = await call('POST', name)
      expect(String(received.settings).split(',')).toEqual(remoteParameterNames.filter((one) => !hidden.includes(one)))
      for (const parameter of hidden) expect(received).not.toHaveProperty(parameter)
      const before = device.asked.length
      for (const parameter of hidden)
        expect(await call('PUT', name, { deviceParams: { [parameter]: '1' } })).toEqual({
          ...failedCall('setting-denied', { setting: parameter }),
        })
      expect(device.asked).toHaveLength(before)
    },
  )

  it('[RDEV-003] without F_rmdvrs nothing of a device is reported or set', async () => {
    expect(await call('POST', 'none')).toMatchObject(failedCall('permission-denied'))
    const before = device.asked.length
    const saved = await call('PUT', 'none', { deviceParams: { sys_spdlimit: '90' } })
    expect(saved).toMatchObject(failedCall('permission-denied'))
    expect(device.asked).toHaveLength(before)
  })
})
