// Every remote parameter through the real server: where it lies in the recorder, the values that are set in it, and those
// that are refused before anything is sent.

import { type RemoteParameterName, remoteParameterNames } from '@fleetglass/contract/remote-settings'
import { joinItems } from '@fleetglass/jt808'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { SettingsDevice } from '../../../test/devices/settings-device.ts'
import { errorCode, failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { dword, everything } from '../../../test/recordings/full-recorder.ts'

const VAN = '13812345678'
const VIDEO = 0x75

interface Parameter {
  readonly id: number
  /** Texts that are set in the recorder as they are. */
  readonly takes: readonly string[]
  /** Texts that are set in another form. */
  readonly turns?: Readonly<Record<string, string>>
  /** Texts with the reason for which they are refused. */
  readonly refuses?: readonly (readonly [text: string, reason: string])[]
}

const isSwitch = ['on', 'neither 0 nor 1'] as const
const onOff = { takes: ['1', '0'], refuses: [isSwitch, ['2', 'neither 0 nor 1']] } as const
const sensor = { takes: ['384', '0', '512'], refuses: [['513', '0 to 512'] as const, ['-1', '0 to 512'] as const] }
const heartbeat = { takes: ['15', '1', '30'], refuses: [['31', '1 to 30'] as const, ['0', '1 to 30'] as const] }
const priority = { takes: ['2', '1', '6'], refuses: [['7', '1 to 6'] as const, ['0', '1 to 6'] as const] }
const address = [
  ['fleet.test', 'is not host:port'],
  ['fleet.test:0', 'is not host:port'],
  ['fleet.test:70000', 'is not host:port'],
  ['fleet test;:80', 'is not host:port'],
] as const
const wholeNumbers = [
  ['1.5', 'not a whole number'],
  ['1e3', 'not a whole number'],
  ['9'.repeat(40), 'not a whole number'],
] as const
const emergency = {
  takes: ['1,40,-3', '0,30,0'],
  refuses: [
    ['1,20', 'not 3 numbers'],
    ['2,20,0', 'entry 1 is not from 0 to 1'],
    ['-1,20,0', 'entry 1 is not from 0 to 1'],
    ['on,20,0', 'entry 1 is not a whole number'],
    ['1,20.5,0', 'entry 2 is not a whole number'],
    ['1,20,0.5', 'entry 3 is not a whole number'],
  ],
} as const
const alarmShow = {
  takes: [...[1, 2, 3, 4, 5, 6, 7, 8].map((channel) => `ch${channel}`), 'all', 'ch1-4', 'ch5-8', 'Event'],
  refuses: [['ch9', 'is none of'] as const, ['ch1-8', 'is none of'] as const],
}
const other = 'other characters than letters and digits'
const notLetters = ['AB 12', 'AB-12', 'AB_12', 'ÄB12', '車12']
const volume = { takes: ['70', '0', '100'], turns: { '250': '100', '-3': '0' } }
const dayS = 1_774_742_400
const control = 'has a control character'

const parameters: Readonly<Record<RemoteParameterName, Parameter>> = {
  preosd_pl_en: { id: VIDEO, ...onOff },
  preosd_plate: {
    id: 0x0083,
    takes: ['ABC123', 'abcXYZ789012', ''],
    refuses: [['ABCDEFGHIJKLM', 'more than 12 characters'], ...notLetters.map((s) => [s, other] as const)],
  },
  preosd_region2en: { id: VIDEO, ...onOff },
  preosd_text: {
    id: 0xf001,
    takes: ['Road,Door,,Rear', 'ABCDEFGHIJKL,b2', ''],
    refuses: [
      ['Road,ABCDEFGHIJKLM', 'entry 2 has more than 12 characters'],
      ...notLetters.map((s) => [`Road,${s}`, 'entry 2 has other characters'] as const),
    ],
  },
  preosd_driver: {
    id: 0xf002,
    takes: ['LinMei', 'ABCDEFGHIJKLM15', ''],
    refuses: [['ABCDEFGHIJKLMNOP', 'more than 15 characters'], ...notLetters.map((s) => [s, other] as const)],
  },
  preosd_speed: { id: VIDEO, ...onOff },
  g_sensor_en: { id: 0xf003, ...onOff },
  g_sensor_x: { id: 0xf004, ...sensor },
  g_sensor_y: { id: 0xf005, ...sensor },
  g_sensor_z: { id: 0xf006, ...sensor },
  sys_spdlimit: { id: 0x0055, takes: ['95', '161'], refuses: wholeNumbers },
  sys_osperiod: { id: 0x0056, takes: ['12', '90'], refuses: wholeNumbers },
  sys_temper: { id: 0xf007, takes: ['-205,315', '37'], refuses: [['20.5', 'entry 1 is not a whole number']] },
  sys_tempul: { id: 0xf008, takes: ['600', '615,-420'], refuses: [['20.5', 'entry 1 is not a whole number']] },
  enc_aog: { id: 0xf009, ...volume },
  enc_aig: { id: 0xf00a, ...volume },
  sys_tz: { id: 0xf00b, takes: ['-12600', '20701'], refuses: [['50401', 'not from -43200 to 50400']] },
  sys_accoffsec: { id: 0xf00c, takes: ['90', '-1', '0', '86400'], turns: { '86401': '86400', '-2': '-1' } },
  sys_workvoltage: { id: 0xf00d, takes: ['115', '90'], refuses: [['11.5', 'not a whole number']] },
  net_wfssid: { id: 0xf00e, takes: ['Depot 2'], refuses: [['Depot\u0007', control]] },
  net_wfpwd: { id: 0xf00f, takes: ['a new secret'], refuses: [['x\u001b', control]] },
  net_2nden: { id: 0xf010, ...onOff },
  net_2ndhb: { id: 0xf011, ...heartbeat },
  sys_dst: {
    id: 0xf012,
    takes: [`1,${dayS},${dayS + 86_399}`, '0,0,0'],
    refuses: [
      [`1,0,${dayS}`, 'on without a start and an end'],
      [`1,${dayS},0`, 'on without a start and an end'],
      [`0,${dayS},${dayS - 86_400}`, 'ends before it starts'],
    ],
  },
  sys_eisp: { id: 0xf013, ...emergency },
  sys_edsp: { id: 0xf014, ...emergency },
  sys_turn: { id: 0xf015, ...emergency },
  sys_gguard: { id: 0xf016, ...onOff },
  sys_spdparam: { id: 0xf017, takes: ['1234', '0'], refuses: wholeNumbers },
  sys_dualsdextend: { id: 0xf018, ...onOff },
  cam_rec: { id: 0xf019, takes: ['1011', '0100'], refuses: [['1,0', 'not a 0 or 1 for each channel']] },
  cam_mirror: { id: 0xf01a, takes: ['0,1,2,3'], refuses: [['0,4', 'entry 2 is not from 0 to 3']] },
  cam_campos: { id: 0xf01b, takes: ['0,4,1,2'], refuses: [['0,-1', 'entry 2 is not from 0']] },
  event_almshow: { id: 0xf01c, ...alarmShow },
  event_almpri: { id: 0xf01d, ...priority },
  event_comalmshow: { id: 0xf01e, ...alarmShow },
  event_comalmpri: { id: 0xf01f, ...priority },
  event_comalmno: {
    id: 0xf020,
    takes: ['2,9'],
    turns: { '12,3': '3,12' },
    refuses: [
      ['4,4', 'the same number twice'],
      ['4', 'not 2 numbers'],
    ],
  },
  event_adas_en: { id: 0xf021, ...onOff },
  event_dsm_en: { id: 0xf022, ...onOff },
  motovisadas: {
    id: 0xf023,
    takes: ['pcw_speed=40\nfcw_speed=41\nhmw_speed=42\nldw_speed=43\ndsm_speed=44'],
    refuses: [
      ['pcw_speed=7\u0007', control],
      ['x'.repeat(5000), 'more than 4096 characters'],
    ],
  },
  net_hbsec: { id: 0x0001, ...heartbeat },
  net_server: { id: 0x0013, takes: ['other.test:7809'], refuses: address },
  net_2ndserver: { id: 0x0017, takes: ['second.test:7810'], refuses: address },
  enc_sres: { id: VIDEO, takes: ['CIF', '360P', 'VGA', '720P'], refuses: [['D1', 'is none of CIF, 360P, VGA, 720P']] },
  enc_sfps: {
    id: VIDEO,
    takes: ['7', '1', '15'],
    refuses: [
      ['16', '1 to 15'],
      ['0', '1 to 15'],
    ],
  },
  enc_sbit: {
    id: VIDEO,
    takes: ['480', '16', '1024'],
    refuses: [
      ['15', '16 to 1024'],
      ['1025', '16 to 1024'],
    ],
  },
  enc_reca: { id: VIDEO, ...onOff },
}

/** Of the standard: a number of four bytes. All others are text. */
const dwords: readonly RemoteParameterName[] = ['net_hbsec', 'sys_spdlimit', 'sys_osperiod']
const done = { hasError: false, message: '', outcome: 'set' }

let server: TestServer
let device: SettingsDevice
beforeAll(async () => {
  server = await startTestServer()
  const admin = await server.login()
  await admin.request('D01', { A: VAN, C: '8' })
  await admin.close()
})
afterEach(async () => device?.close())
afterAll(async () => server.close())

async function connect(): Promise<void> {
  device = await SettingsDevice.connect(server.ports.signalling, VAN, everything(), '2019')
}
async function call(method: string, path: string, body: object = {}) {
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  return (await callHttp(server, method, `/gkserver/gkdevicesetup/${path}`, { body: { ...credentials, ...body } })).body
}
const save = (deviceParams: object) => call('PUT', VAN, { deviceParams })
const read = () => call('POST', VAN)
const confirm = (...keys: string[]) => call('POST', `${VAN}/confirm`, { keys })
const sets = () => device.asked.filter(({ name }) => name === 'parameterSetting')

/** Saves a text, and expects it in the recorder, in the answer of the server and in its confirmation. */
async function setsAs(name: RemoteParameterName, text: string, stored: string): Promise<void> {
  const { id } = parameters[name]
  expect({ name, text, ...(await save({ [name]: text })) }).toEqual({ name, text, ...done })
  const items = joinItems(sets().at(-1)?.items ?? [])
  expect({ name, ids: [...items.keys()] }).toEqual({ name, ids: [id] })
  const wanted = dwords.includes(name) ? dword(Number(stored)) : Buffer.from(stored)
  if (id !== VIDEO) expect({ name, bytes: [...(device.stored.get(id) ?? [])] }).toEqual({ name, bytes: [...wanted] })
  expect({ name, reported: (await read())[name] ?? '' }).toEqual({ name, reported: stored })
  expect(await confirm(name)).toEqual(done)
}
async function takesOnly(name: RemoteParameterName): Promise<void> {
  const { takes, turns = {}, refuses = [] } = parameters[name]
  for (const text of takes) await setsAs(name, text, text)
  for (const [text, stored] of Object.entries(turns)) await setsAs(name, text, stored)
  const before = sets().length
  for (const [text, reason] of refuses)
    expect({ name, text, ...(await save({ [name]: text })) }).toMatchObject({
      name,
      text,
      hasError: true,
      message: expect.stringContaining(reason),
    })
  expect(sets()).toHaveLength(before)
}

type Row = readonly [ids: string, what: string, names: readonly RemoteParameterName[]]

/** What each card of the window edits, and the bounds of it. */
const cards: readonly Row[] = [
  ['[RDEV-010] [RDEV-011] [RDEV-012]', 'the plate and its switch', ['preosd_pl_en', 'preosd_plate']],
  ['[RDEV-013] [RDEV-014] [RDEV-015] [RDEV-016]', 'the labels of channels', ['preosd_text']],
  ['[RDEV-017] [RDEV-018] [RDEV-019]', 'the driver', ['preosd_driver']],
  ['[RDEV-095]', 'texts of letters and digits', ['preosd_plate', 'preosd_text', 'preosd_driver']],
  [
    '[RDEV-020] [RDEV-021] [RDEV-099]',
    'the switches of the picture',
    ['preosd_speed', 'preosd_region2en', 'preosd_pl_en'],
  ],
  ['[RDEV-022] [RDEV-023]', 'the G-sensor', ['g_sensor_en', 'g_sensor_x', 'g_sensor_y', 'g_sensor_z']],
  ['[RDEV-031] [RDEV-034] [RDEV-097] [RDEV-102]', 'the speed limit and its seconds', ['sys_spdlimit', 'sys_osperiod']],
  ['[RDEV-035] [RDEV-036] [RDEV-038]', 'temperatures in tenths', ['sys_temper', 'sys_tempul']],
  ['[RDEV-039] [RDEV-098]', 'the volumes', ['enc_aog', 'enc_aig', 'net_hbsec']],
  ['[RDEV-041] [RDEV-043] [RDEV-044]', 'the time zone and the seconds after the engine', ['sys_tz', 'sys_accoffsec']],
  ['[RDEV-046] [RDEV-102]', 'the work voltage in tenths of a volt', ['sys_workvoltage']],
  ['[RDEV-047] [RDEV-048]', 'the heartbeat', ['net_hbsec']],
  ['[RDEV-049] [RDEV-060]', 'both servers', ['net_server', 'net_2nden', 'net_2ndhb', 'net_2ndserver']],
  ['[RDEV-050]', 'the wifi', ['net_wfssid', 'net_wfpwd']],
  ['[RDEV-051] [RDEV-052] [RDEV-100]', 'daylight saving', ['sys_dst']],
  ['[RDEV-058] [RDEV-059] [RDEV-101]', 'the cameras', ['cam_rec', 'cam_mirror', 'cam_campos']],
  ['[RDEV-061] [RDEV-062]', 'the sub stream and its four resolutions', ['enc_sres', 'enc_sfps', 'enc_sbit']],
  ['[RDEV-064] [RDEV-065] [RDEV-096]', 'the frame rate and the bitrate', ['enc_sfps', 'enc_sbit']],
  ['[RDEV-067] [RDEV-070] [RDEV-072] [RDEV-102]', 'the switches', ['enc_reca', 'sys_gguard', 'sys_dualsdextend']],
  ['[RDEV-068] [RDEV-069] [RDEV-103]', 'emergencies', ['sys_eisp', 'sys_edsp', 'sys_turn']],
  ['[RDEV-071] [RDEV-102]', 'the speed parameter', ['sys_spdparam']],
  ['[RDEV-073] [RDEV-077] [RDEV-078] [RDEV-104]', 'the event alarm', ['event_almshow', 'event_almpri']],
  ['[RDEV-074] [RDEV-077] [RDEV-078]', 'the combo alarm', ['event_comalmshow', 'event_comalmpri', 'event_comalmno']],
  ['[RDEV-075] [RDEV-076] [RDEV-104]', 'the two numbers of a combo alarm', ['event_comalmno']],
  ['[RDEV-079] [RDEV-080]', 'ADAS and DSM', ['event_adas_en', 'event_dsm_en', 'motovisadas']],
]

/** Decisions on where each lies in the recorder. */
const numbers: readonly Row[] = [
  ['[RDEV-109] [RDEV-112]', 'numbers of the standard', ['net_hbsec', 'sys_spdlimit', 'sys_osperiod']],
  ['[RDEV-110] [RDEV-111]', 'servers', ['net_server', 'net_2ndserver', 'net_2nden', 'net_2ndhb']],
  ['[RDEV-113] [RDEV-115]', 'texts of the picture', ['preosd_plate', 'preosd_text', 'preosd_driver']],
  ['[RDEV-116]', 'the G-sensor', ['g_sensor_en', 'g_sensor_x', 'g_sensor_y', 'g_sensor_z']],
  ['[RDEV-117] [RDEV-118]', 'temperatures and volumes', ['sys_temper', 'sys_tempul', 'enc_aog', 'enc_aig']],
  ['[RDEV-119]', 'zone, seconds, voltage and summer time', ['sys_tz', 'sys_accoffsec', 'sys_workvoltage', 'sys_dst']],
  ['[RDEV-120]', 'wifi', ['net_wfssid', 'net_wfpwd']],
  ['[RDEV-121]', 'emergencies', ['sys_eisp', 'sys_edsp', 'sys_turn']],
  ['[RDEV-122]', 'guard, speed parameter and both cards', ['sys_gguard', 'sys_spdparam', 'sys_dualsdextend']],
  ['[RDEV-123]', 'cameras', ['cam_rec', 'cam_mirror', 'cam_campos']],
  ['[RDEV-124]', 'alarms', ['event_almshow', 'event_almpri', 'event_comalmshow', 'event_comalmpri', 'event_comalmno']],
  ['[RDEV-125]', 'ADAS and DSM', ['event_adas_en', 'event_dsm_en', 'motovisadas']],
]

describe('every remote parameter', () => {
  it('is on a card', () => {
    expect(new Set(cards.flatMap(([, , names]) => names))).toEqual(new Set(remoteParameterNames))
  })

  it.each(cards)(
    '%s %s: each value is set in the recorder and read from it, and others are refused',
    async (_, __, names) => {
      await connect()
      for (const name of names) await takesOnly(name)
    },
  )

  it.each(numbers)(
    '%s %s: each lies at its number in the recorder, as it should be written there',
    async (_, __, names) => {
      await connect()
      for (const name of names) await setsAs(name, parameters[name].takes[0] ?? '', parameters[name].takes[0] ?? '')
    },
  )

  it.each([
    ['[RDEV-081]', 'pcw_speed', 7],
    ['[RDEV-082]', 'fcw_speed', 0],
    ['[RDEV-083]', 'hmw_speed', 0],
    ['[RDEV-084]', 'ldw_speed', 0],
    ['[RDEV-085]', 'dsm_speed', 0],
  ])('%s [RDEV-105] %s is set from %i to 100, and refused beyond', async (_, key, least) => {
    await connect()
    for (const speed of [least, 100]) await setsAs('motovisadas', `${key}=${speed}`, `${key}=${speed}`)
    const before = sets().length
    for (const speed of [least - 1, 101])
      expect(await save({ motovisadas: `${key}=${speed}` })).toMatchObject({
        hasError: true,
        code: errorCode('invalid-setting'),
        message: expect.stringContaining(`${key} is not from ${least} to 100`),
      })
    expect(sets()).toHaveLength(before)
  })

  it.each([
    ['[RDEV-027]', 'Car', ['77', '102', '128']],
    ['[RDEV-028]', 'Bus', ['77', '77', '154']],
    ['[RDEV-029]', 'Truck', ['384', '384', '435']],
  ] as const)('%s the three axes of the preset %s are set together', async (_, __, [x, y, z]) => {
    await connect()
    expect(await save({ g_sensor_x: x, g_sensor_y: y, g_sensor_z: z })).toEqual(done)
    expect([0xf004, 0xf005, 0xf006].map((id) => device.text(id))).toEqual([x, y, z])
    expect(await read()).toMatchObject({ g_sensor_x: x, g_sensor_y: y, g_sensor_z: z })
    expect(await confirm('g_sensor_x', 'g_sensor_y', 'g_sensor_z')).toEqual(done)
  })

  it('[API1-61] what is no parameter is refused with the reason, and nothing is sent', async () => {
    await connect()
    for (const name of ['preosd_planet', '__proto__x', 'constructor'])
      expect(await save({ [name]: 'X' })).toMatchObject(failedCall('unknown-setting', { setting: name }))
    const bodies = [{}, { deviceParams: {} }, { deviceParams: [] }, { deviceParams: { sys_spdlimit: 5 } }]
    for (const body of bodies) expect(await call('PUT', VAN, body)).toMatchObject({ hasError: true })
    expect(device.asked).toEqual([])
  })
})
