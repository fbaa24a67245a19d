import { remoteParameterNames } from '@fleetglass/contract/remote-settings'
import { decodeVideoParameter } from '@fleetglass/jt1078'
import { describe, expect, it } from 'vitest'
import { textParameters } from '../../../test/devices/settings-device.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, until } from '../../../test/harness.ts'
import { dword, everything, video, videoItem } from '../../../test/recordings/full-recorder.ts'
import {
  asks,
  call,
  clock,
  confirm,
  connect,
  device,
  done,
  logged,
  OFFLINE,
  save,
  useRemoteSettings,
  VAN,
} from './remote-settings.fixtures.ts'

useRemoteSettings()

const read = (user?: string, id: string = VAN) => call('POST', id, {}, user)
const sets = () => device.asked.filter(({ name }) => name === 'parameterSetting')
const videoNow = () => {
  const read = decodeVideoParameter(0x75, device.stored.get(0x75) ?? new Uint8Array())
  return read?.ok && read.value.name === 'video' ? read.value.body : null
}

describe('POST /gkserver/gkdevicesetup/{deviceid}', () => {
  const settled = () =>
    connect([
      { id: 0x0055, value: dword(90) },
      videoItem(),
      ...textParameters({ 61442: 'Lin', 61475: 'volume=6\r\npcw_speed=30' }, [
        ...['sys_spdlimit', 'preosd_driver', 'motovisadas', 'enc_sfps', 'sys_tz', 'hoverboard'],
      ]),
    ])

  it('[RDEV-007] [RDEV-008] answers the list of supported items and the thresholds as lines of text', async () => {
    await settled()
    const { settings, motovisadas } = await read()
    expect(settings).toBe('preosd_driver,sys_spdlimit,sys_tz,enc_sfps,motovisadas')
    expect(motovisadas).toBe('volume=6\npcw_speed=30')
  })

  it('[API1-19] [RDEV-002] [RDEV-009] [RDEV-106] answers what the device itself has, read from it by 0x8104, and nothing that it has not', async () => {
    await settled()
    const received = await read()
    expect(received).toEqual({
      hasError: false,
      message: '',
      settings: 'preosd_driver,sys_spdlimit,sys_tz,enc_sfps,motovisadas',
      preosd_driver: 'Lin',
      sys_spdlimit: '90',
      enc_sfps: '12',
      motovisadas: 'volume=6\npcw_speed=30',
    })
    expect(device.asked.map(({ name }) => name)).toEqual(['parametersRequest'])
  })

  it('[RDEV-006] [RDEV-108] [REC-20] treats the standard parameters in the answer as supported where a device lists none, and reports none where it has none', async () => {
    await connect([
      { id: 0x0001, value: dword(20) },
      { id: 0x0055, value: dword(90) },
      ...textParameters({ 61442: 'Lin' }),
    ])
    expect((await read()).settings).toBe('sys_spdlimit,net_hbsec')
    await device.close()
    await connect(textParameters({ 61442: 'Lin' }, []))
    expect(await read()).toEqual({ hasError: false, message: '', settings: '' })
  })

  it('drops values that make no sense or that could steer a screen', async () => {
    await connect([
      { id: 0x0055, value: Uint8Array.of(1, 2) },
      { id: 0x0075, value: Uint8Array.of(1) },
      ...textParameters({ 61442: 'L\u0000i\u001bn', 61441: 'A'.repeat(4000), 61454: 'x' }, remoteParameterNames),
      // Two of them are longer than any text may be.
      ...Array.from({ length: 40 }, () => ({ id: 0xf00e, value: new Uint8Array(250).fill(65) })),
    ])
    const received = await read()
    expect(received.preosd_driver).toBe('Lin')
    expect(received.preosd_text).toBe('A'.repeat(4000))
    for (const name of ['sys_spdlimit', 'enc_sfps', 'net_wfssid']) expect(received).not.toHaveProperty(name)
  })

  it('[RDEV-106] waits 10 s and reports that there was no answer; an offline device is reported at once', async () => {
    await connect()
    device.habits.parametersRequest = 'silent'
    const reading = read()
    await asks('parametersRequest')
    clock.advance(9_999)
    expect(await Promise.race([reading, Promise.resolve('waits')])).toBe('waits')
    clock.advance(1)
    expect(await reading).toEqual(failedCall('device-timeout'))
    expect(await read(ADMIN, OFFLINE)).toEqual(failedCall('device-offline'))
  })

  it('[RDEV-003] [RDEV-005] [RDEV-120] [PERM-041] returns each setting only to users with its flag, and each line of motovisadas with its own', async () => {
    await connect([
      ...everything().filter(({ id }) => id !== 0xf00f && id !== 0xf023 && id !== 0xf00e),
      ...textParameters({ 61454: 'Depot', 61455: 'hush-hush', 61475: 'volume=6\nfcw_speed=30\ndsm_speed=20' }),
    ])
    const all = await read()
    expect(all).toMatchObject({ net_wfssid: 'Depot', net_wfpwd: 'hush-hush' })
    expect(String(all.settings).split(',')).toEqual(remoteParameterNames)
    const few = await read('adas')
    expect(String(few.settings).split(',')).not.toContain('net_wfpwd')
    expect(few).not.toHaveProperty('net_wfpwd')
    expect(few).toMatchObject({ net_wfssid: 'Depot', motovisadas: 'volume=6\nfcw_speed=30' })
    expect(await read('blind')).toMatchObject(failedCall('permission-denied'))
    // A program with full API access needs no flags.
    expect((await read('program')).net_wfpwd).toBe('hush-hush')
    expect(logged.join('')).not.toContain('hush-hush')
  })

  it('a device that no user has added is not there', async () => {
    expect(await read(ADMIN, 'nobody')).toEqual(failedCall('unknown-device'))
  })
})

describe('PUT /gkserver/gkdevicesetup/{deviceid}', () => {
  it('[API1-20] [API1-60] [API1-61] saves a parameter in the device, answers it again and confirms it', async () => {
    await connect()
    expect(await save({ preosd_driver: 'LinMei' })).toEqual(done)
    expect(sets().map(({ ids }) => ids)).toEqual([[0xf002]])
    expect(device.text(0xf002)).toBe('LinMei')
    expect((await read()).preosd_driver).toBe('LinMei')
    expect(await confirm(['preosd_driver'])).toEqual(done)
  })

  it('[RDEV-021] [RDEV-099] [RDEV-113] [RDEV-114] parts of 0x0075 change alone: read, altered, written back', async () => {
    await connect()
    const changes: readonly (readonly [object, object])[] = [
      [{ preosd_pl_en: '1' }, { overlayBits: 0b1000_0000_0000_0111 }],
      [{ preosd_region2en: '1', preosd_speed: '1' }, { overlayBits: 0b1000_0000_0010_1111 }],
      [{ preosd_pl_en: '0' }, { overlayBits: 0b1000_0000_0010_1101 }],
      [{ enc_reca: '1' }, { audioOutput: true }],
      [{ enc_sfps: '15', enc_sbit: '1024' }, { live: { framesPerS: 15, bitRateKbps: 1024 } }],
      ...(['CIF', '720P', '360P', 'VGA'] as const).map(
        (size, at) => [{ enc_sres: size }, { live: { sizeCode: [1, 5, 100, 101][at] } }] as const,
      ),
    ]
    let wanted = video
    for (const [values, change] of changes) {
      expect(await save(values)).toEqual(done)
      wanted = { ...wanted, ...change, live: { ...wanted.live, ...('live' in change ? (change.live as object) : {}) } }
      expect(videoNow()).toEqual(wanted)
      expect(await confirm(Object.keys(values))).toEqual(done)
    }
    // It lists the setting, and does not report the structure that it is a part of.
    device.habits.parametersRequest = { reports: textParameters({ 61442: 'Lin' }, ['enc_sfps']) }
    const before = sets().length
    expect(await save({ enc_sfps: '3' })).toMatchObject({
      ...failedCall('video-settings-unknown'),
    })
    expect(sets()).toHaveLength(before)
  })

  it('[RDEV-063] a resolution that is none of those to choose from is reported as it is', async () => {
    await connect()
    const received = { enc_sres: 'WD1', enc_sbit: '470', enc_reca: '0', preosd_pl_en: '0', preosd_speed: '0' }
    expect(await read()).toMatchObject(received)
  })

  it('[RDEV-110] [RDEV-111] up to the 2013 edition the host and the port are two parameters, and both servers have one port', async () => {
    const parts = [{ id: 0x0018, value: dword(7808) }, ...textParameters({ 19: 'fleet.test', 23: '' })]
    await connect([...parts, ...textParameters({}, ['net_server', 'net_2ndserver'])], '2013')
    expect(await read()).toMatchObject({ net_server: 'fleet.test:7808', net_2ndserver: '' })
    expect(await save({ net_server: 'other.test:7900' })).toEqual(done)
    expect([device.text(0x13), device.stored.get(0x18)]).toEqual(['other.test', dword(7900)])
    expect(await confirm(['net_server'])).toEqual(done)
    expect(await save({ net_2ndserver: 'second.test:7901' })).toEqual({
      ...failedCall('setting-shared-port', { port: '7900' }),
    })
    expect(await save({ net_2ndserver: 'second.test:7900' })).toEqual(done)
    expect([device.text(0x17), device.text(0x13)]).toEqual(['second.test', 'other.test'])
    expect(await confirm(['net_2ndserver'])).toEqual(done)
  })

  it('[RDEV-107] a value above 250 bytes is several items of one message, which the device joins', async () => {
    await connect()
    const text = Array.from({ length: 64 }, (_, at) => `Channel${at}`.slice(0, 12)).join(',')
    expect(await save({ preosd_text: text })).toEqual(done)
    expect(sets()[0]?.items.map(({ id, value }) => [id, value.length])).toEqual([
      [0xf001, 250],
      [0xf001, 250],
      [0xf001, text.length - 500],
    ])
    expect(device.text(0xf001)).toBe(text)
    expect((await read()).preosd_text).toBe(text)
    expect(await confirm(['preosd_text'])).toEqual(done)
  })

  it('[RDEV-107] texts are GBK, and a character that GBK lacks is refused instead of being lost', async () => {
    await connect()
    expect(await save({ net_wfssid: '车队' })).toEqual(done)
    expect([...(device.stored.get(0xf00e) ?? [])]).toEqual([0xb3, 0xb5, 0xb6, 0xd3])
    expect((await read()).net_wfssid).toBe('车队')
    expect(await save({ net_wfssid: 'fleet 🚚' })).toMatchObject(
      failedCall('setting-characters', { setting: 'net_wfssid' }),
    )
  })

  it('[RDEV-105] thresholds change in their lines; what is not known stays unchanged and in its order', async () => {
    const motovisadas = 'volume=6\nfcw_speed=30\n# a line of the maker\ndsm_speed=20\nvolume=6'
    await connect([...everything().filter(({ id }) => id !== 0xf023), ...textParameters({ 61475: motovisadas })])
    expect(await save({ motovisadas: 'volume=99\nfcw_speed=050\nldw_speed=60' })).toEqual(done)
    const after = 'volume=6\nfcw_speed=50\n# a line of the maker\ndsm_speed=20\nvolume=6\nldw_speed=60'
    expect(device.text(0xf023)).toBe(after)
    expect(await confirm(['motovisadas'])).toEqual(done)
    // A user without the right to DSM changes the rest.
    expect(await save({ motovisadas: 'fcw_speed=10' }, 'adas')).toEqual(done)
    expect(device.text(0xf023)).toBe(after.replace('fcw_speed=50', 'fcw_speed=10'))
    expect(await save({ motovisadas: 'dsm_speed=1' }, 'adas')).toEqual({
      ...failedCall('setting-denied', { setting: 'dsm_speed' }),
    })
  })

  it('[RDEV-106] distinguishes set, refused and no answer', async () => {
    await connect()
    device.habits.parameterSetting = { result: 1 }
    expect(await save({ preosd_driver: 'Lin' })).toEqual({
      ...failedCall('device-failed'),
      outcome: 'refused',
    })
    device.habits.parameterSetting = 'silent'
    device.asked.length = 0
    const waiting = save({ preosd_driver: 'Lin' })
    await asks('parameterSetting')
    clock.advance(10_000)
    expect(await waiting).toEqual({ ...failedCall('device-timeout'), outcome: 'noAnswer' })
    expect(await save({ preosd_driver: 'Lin' }, ADMIN, OFFLINE)).toMatchObject({
      ...failedCall('device-offline'),
      outcome: 'noAnswer',
    })
    device.habits.parameterSetting = 'cut'
    expect(await save({ preosd_driver: 'Lin' })).toMatchObject({ hasError: true, outcome: 'noAnswer' })
  })

  it('[RDEV-105] thresholds that do not fit beside the other lines of the device are refused', async () => {
    await connect(textParameters({ 61475: `own=${'x'.repeat(4_080)}` }, ['motovisadas']))
    expect(await save({ motovisadas: 'pcw_speed=30' })).toEqual(
      failedCall('setting-too-long', { setting: 'motovisadas' }),
    )
    expect(sets()).toEqual([])
  })

  it('[RDEV-106] a device of the 2011 edition, which has no 0x8106, is asked for all', async () => {
    await connect()
    device.habits.someParametersRequest = { result: 3 }
    expect(await save({ enc_sfps: '7' })).toEqual(done)
    expect(videoNow()?.live.framesPerS).toBe(7)
    expect(await confirm(['enc_sfps'])).toEqual(done)
  })

  it('[RDEV-005] what is asked for without its flag is not taken', async () => {
    await connect()
    expect(await save({ net_wfssid: 'Depot', net_wfpwd: 'mine' }, 'adas')).toEqual({
      ...failedCall('setting-denied', { setting: 'net_wfpwd' }),
    })
    expect(await save({ net_wfssid: 'Depot' }, 'blind')).toMatchObject(failedCall('permission-denied'))
    expect(device.asked).toEqual([])
    expect(await confirm(['net_wfpwd'], 'adas')).toMatchObject({
      ...failedCall('setting-denied', { setting: 'net_wfpwd' }),
    })
  })

  it('[RDEV-042] the time zone is seconds from 12 h west of UTC to 14 h east of it: more is refused, a second less is saved as it is', async () => {
    await connect()
    for (const seconds of ['-43200', '-43199', '20701', '50400']) {
      expect(await save({ sys_tz: seconds })).toEqual(done)
      expect([device.text(0xf00b), (await read()).sys_tz]).toEqual([seconds, seconds])
    }
    const before = sets().length
    for (const seconds of ['-43201', '50401'])
      expect(await save({ sys_tz: seconds })).toMatchObject({
        hasError: true,
        message: expect.stringContaining('not from -43200 to 50400'),
      })
    expect(sets()).toHaveLength(before)
  })

  it('two who change parts of one structure at the same time do not lose each other’s change', async () => {
    await connect()
    const saves = await Promise.all([save({ enc_sfps: '5' }), save({ preosd_speed: '1' }), save({ enc_reca: '1' })])
    expect(saves).toEqual([done, done, done])
    expect(videoNow()).toMatchObject({ live: { framesPerS: 5 }, overlayBits: 0b1000_0000_0010_0101, audioOutput: true })
  })

  it('what waits too long for its turn is refused and never reaches the device; so is what finds no room', async () => {
    await connect()
    device.habits.parameterSetting = 'silent'
    const first = save({ preosd_driver: 'First' })
    await asks('parameterSetting')
    const waiting = Array.from({ length: 9 }, (_, at) => save({ preosd_driver: `Late${at}` }))
    // One of the nine finds no room.
    const noRoom = await Promise.race(waiting)
    expect(noRoom).toMatchObject({ ...failedCall('settings-queue-full') })
    clock.advance(10_000)
    expect(await first).toMatchObject({ outcome: 'noAnswer' })
    await until('the second is asked', () => sets().length === 2)
    clock.advance(10_000)
    const received = await Promise.all(waiting)
    expect(received.filter(({ outcome }) => outcome === 'noAnswer')).toHaveLength(1)
    const late = received.filter(({ message }) => message === failedCall('settings-busy').message)
    expect(late).toHaveLength(7)
    const sent = sets().length
    delete device.habits.parameterSetting
    expect(await save({ preosd_driver: 'Last' })).toEqual(done)
    expect(sets()).toHaveLength(sent + 1)
    expect(device.text(0xf002)).toBe('Last')
  })
})
