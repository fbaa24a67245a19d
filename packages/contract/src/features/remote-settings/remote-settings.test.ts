import { describe, expect, it } from 'vitest'
import {
  alarmShows,
  celsiusTenths,
  fahrenheitTenths,
  kmhOfMih,
  mihOfKmh,
  type RemoteParameterName,
  readValue,
  remoteCardNames,
  remoteCards,
  remoteParameterAccess,
  remoteParameterNames,
  remoteParameters,
  sensitivityOf,
  sensorPresets,
  thresholdAccess,
  withThresholds,
} from './index.ts'

describe('the table of remote settings', () => {
  it('every parameter stands on a card', () => {
    const named = new Set(remoteCardNames.flatMap((card) => remoteCards[card].parameters))
    expect(named).toEqual(new Set(remoteParameterNames))
  })

  it('[RDEV-005] [RDEV-090] [PERM-041] each has the flag of the matrix that belongs to it', () => {
    // The groups of PERM-041, in the order of the matrix.
    const groups: readonly (readonly [flag: string, names: readonly string[]])[] = [
      ['plate', ['preosd_pl_en', 'preosd_plate']],
      ['storage', ['sys_dualsdextend']],
      ['channeltext', ['preosd_text']],
      ['driver', ['preosd_driver']],
      ['osdspeed', ['preosd_speed']],
      ['gsensor', ['g_sensor_en', 'g_sensor_x', 'g_sensor_y', 'g_sensor_z']],
      ['speedlimit', ['sys_spdlimit']],
      ['overspeedinterval', ['sys_osperiod']],
      ['temperature', ['sys_temper']],
      ['temperaturelimit', ['sys_tempul']],
      ['volumeout', ['enc_aog']],
      ['volumein', ['enc_aig']],
      ['timezone', ['sys_tz']],
      ['accoffseconds', ['sys_accoffsec']],
      ['workvoltage', ['sys_workvoltage']],
      ['server', ['net_server']],
      ['wifi', ['net_wfssid']],
      ['daylightsaving', ['sys_dst']],
      ['cam', ['cam_rec', 'cam_mirror', 'cam_campos']],
      ['secondserver', ['net_2nden', 'net_2ndhb', 'net_2ndserver']],
      ['substream', ['enc_sres', 'enc_sfps', 'enc_sbit']],
      ['audio', ['enc_reca']],
      ['speedup', ['sys_eisp']],
      ['speeddown', ['sys_edsp']],
      ['turn', ['sys_turn']],
      ['osdgps', ['preosd_region2en']],
      ['gsensorguard', ['sys_gguard']],
      ['speedparam', ['sys_spdparam']],
      ['alarmshow', ['event_almshow']],
      ['alarmprimary', ['event_almpri']],
      ['comboshow', ['event_comalmshow']],
      ['comboprimary', ['event_comalmpri']],
      ['combos', ['event_comalmno']],
      ['adasenable', ['event_adas_en']],
      ['dsmenable', ['event_dsm_en']],
      ['heartbeat', ['net_hbsec']],
      ['wifipassword', ['net_wfpwd']],
    ]
    for (const [flag, names] of groups)
      for (const name of names)
        expect({ [name]: remoteParameterAccess(name as RemoteParameterName) }).toEqual({
          [name]: { anyOf: [`F_rmdvrs_${flag}`] },
        })
    expect(groups.flatMap(([, names]) => names)).toHaveLength(remoteParameterNames.length - 1)
    expect(thresholdAccess('ldw_speed')).toEqual({ anyOf: ['F_rmdvrs_adas'] })
    expect(thresholdAccess('dsm_speed')).toEqual({ anyOf: ['F_rmdvrs_dsm'] })
    for (const foreign of ['volume', 'constructor', '__proto__'])
      expect(thresholdAccess(foreign)).toEqual({ anyOf: ['F_rmdvrs_adas', 'F_rmdvrs_dsm'] })
  })

  it('[RDEV-021] [RDEV-099] the region text is a switch of the card of the plate', () => {
    expect(remoteCards.plate.parameters).toContain('preosd_region2en')
    expect(remoteParameters.preosd_region2en.value).toEqual({ kind: 'switch' })
  })

  it('[RDEV-024] [RDEV-025] [RDEV-026] [RDEV-094] sensitivities, with 170 high and 340 medium', () => {
    expect([0, 170, 171, 340, 341, 512].map(sensitivityOf)).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low'])
  })

  it('[RDEV-027] [RDEV-028] [RDEV-029] presets', () => {
    expect(sensorPresets).toEqual({ Car: [77, 102, 128], Bus: [77, 77, 154], Truck: [384, 384, 435] })
  })

  it('[RDEV-033] [RDEV-097] speeds are converted with 1.6093 and 0.62137, and are whole', () => {
    expect([1, 60, 100, 10_000].map(kmhOfMih)).toEqual([2, 97, 161, 16_093])
    expect([100, 10_000, 1_000_000].map(mihOfKmh)).toEqual([62, 6214, 621_370])
    // What is typed in mi/h is what stands there afterwards.
    for (let mih = 0; mih <= 250; mih++) expect(mihOfKmh(kmhOfMih(mih))).toBe(mih)
  })

  it('[RDEV-097] degrees of Fahrenheit are rounded to a tenth', () => {
    expect([0, 1000, -400, 367, 212].map(fahrenheitTenths)).toEqual([320, 2120, -400, 981, 702])
    expect([320, 2120, -400, 981].map(celsiusTenths)).toEqual([0, 1000, -400, 367])
    for (let tenths = -400; tenths <= 1200; tenths++) expect(celsiusTenths(fahrenheitTenths(tenths))).toBe(tenths)
  })

  it('[RDEV-104] groups of channels are there from four and from eight channels', () => {
    const shows = (channels: number) => alarmShows.filter((one) => one.fromChannels <= channels).map(({ text }) => text)
    expect(shows(3)).toEqual(['ch1', 'ch2', 'ch3', 'all', 'Event'])
    expect(shows(4)).toEqual(['ch1', 'ch2', 'ch3', 'ch4', 'all', 'ch1-4', 'Event'])
    expect(shows(8)).toEqual([...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `ch${n}`), 'all', 'ch1-4', 'ch5-8', 'Event'])
  })

  it('[RDEV-105] a threshold changes in its line; lines that are not known stay as they are', () => {
    const text = 'volume=6\n# note\nfcw_speed = 30\nvolume=6\n=x'
    expect(withThresholds(text, new Map([['fcw_speed', '40']]))).toBe('volume=6\n# note\nfcw_speed=40\nvolume=6\n=x')
    expect(withThresholds('', new Map([['fcw_speed', '40']]))).toBe('fcw_speed=40')
  })

  it('takes any text for any setting without an exception, and says what is wrong with a bad one', () => {
    const texts = [
      '',
      ',',
      '=',
      '\n',
      '0',
      '1',
      '-0',
      '007',
      '1,2',
      'a:1',
      ':',
      '\u0000',
      '\ud800',
      'x'.repeat(9000),
      '__proto__=1',
    ]
    for (const name of remoteParameterNames) {
      for (const text of texts) {
        const read = readValue(remoteParameters[name].value, text)
        if (read.ok) expect(readValue(remoteParameters[name].value, read.text)).toEqual(read)
        else expect(read.reason).toMatch(/^(is|has|ends|entry|\w+_speed) /)
      }
    }
    expect(readValue({ kind: 'number', least: -5, most: 9 }, '-0')).toEqual({ ok: true, text: '0' })
  })
})
