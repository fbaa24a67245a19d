import { describe, expect, it } from 'vitest'
import { textParameters } from '../../../test/devices/settings-device.ts'
import { failedCall } from '../../../test/failures.ts'
import {
  asks,
  call,
  clock,
  confirm,
  connect,
  device,
  done,
  save,
  useRemoteSettings,
  VAN,
} from './remote-settings.fixtures.ts'

useRemoteSettings()

describe('POST /gkserver/gkdevicesetup/{deviceid}/confirm', () => {
  it('[API1-41] [API1-60] [RDEV-092] reads the group back and compares it with what was saved', async () => {
    await connect()
    expect(await save({ g_sensor_x: '77', g_sensor_y: '102' })).toEqual(done)
    expect(await confirm(['g_sensor_x', 'g_sensor_y'])).toEqual(done)
    expect(device.asked.at(-1)).toMatchObject({ name: 'someParametersRequest', ids: [0xf004, 0xf005] })
    device.stored.set(0xf005, Buffer.from('103'))
    expect(await confirm(['g_sensor_x', 'g_sensor_y'])).toEqual({
      ...failedCall('setting-not-kept', { settings: 'g_sensor_y' }),
      outcome: 'refused',
    })
    device.habits.someParametersRequest = 'silent'
    device.asked.length = 0
    const waiting = confirm(['g_sensor_x'])
    await asks('someParametersRequest')
    clock.advance(10_000)
    expect(await waiting).toMatchObject({ hasError: true, outcome: 'noAnswer' })
  })

  it('[RDEV-092] an answer that names another parameter confirms nothing', async () => {
    await connect()
    await save({ preosd_driver: 'Lin' })
    device.habits.someParametersRequest = { reports: textParameters({ 61441: 'Lin' }) }
    expect(await confirm(['preosd_driver'])).toEqual({ ...failedCall('settings-not-reported'), outcome: 'refused' })
    device.habits.someParametersRequest = {
      reports: [...textParameters({ 61441: 'Lin' }), ...textParameters({ 61442: 'Lin' })],
    }
    expect(await confirm(['preosd_driver'])).toEqual(done)
  })

  it('[API1-60] what was not saved, not by this account or long ago cannot be confirmed', async () => {
    await connect()
    // What the tests before have saved.
    clock.advance(5 * 60_000 + 1)
    expect(await save({ sys_gguard: '1' })).toEqual(done)
    const failure = failedCall('setting-not-saved', { settings: 'sys_gguard' })
    expect(await confirm(['sys_gguard'], 'program')).toEqual(failure)
    expect(await confirm(['sys_tz'])).toMatchObject(failedCall('setting-not-saved', { settings: 'sys_tz' }))
    for (const body of [{}, { keys: [] }, { keys: ['planet'] }, { keys: 'sys_gguard' }])
      expect(await call('POST', `${VAN}/confirm`, body)).toMatchObject({ hasError: true })
    clock.advance(5 * 60_000 + 1)
    expect(await confirm(['sys_gguard'])).toEqual(failure)
  })
})
