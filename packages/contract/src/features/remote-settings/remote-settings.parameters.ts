import type { AccessFlag } from '../../access/index.ts'
import { MOST_CHANNELS, type ThresholdKey, type ValueKind } from './remote-settings.values.ts'

/** One setting that the recorder itself keeps. */
export interface RemoteParameter {
  /** The right to it, below `F_rmdvrs` (PERM-041). Of `motovisadas` each key has its own: `thresholdFlags`. */
  readonly flags: readonly AccessFlag[]
  readonly value: ValueKind
}

const onOff: ValueKind = { kind: 'switch' }
const number = (least: number, most: number): ValueKind => ({ kind: 'number', least, most })
const clamped = (least: number, most: number): ValueKind => ({ kind: 'number', least, most, clamps: true })
const letters = (most: number): ValueKind => ({ kind: 'letters', most })
const list = (of: ValueKind, most = MOST_CHANNELS): ValueKind => ({ kind: 'list', of, most })
const choice = (choices: readonly string[]): ValueKind => ({ kind: 'choice', choices })
const setting = (value: ValueKind, ...flags: readonly AccessFlag[]): RemoteParameter => ({ flags, value })

/** RDEV-062. */
export const subResolutions = ['CIF', '360P', 'VGA', '720P'] as const
/** RDEV-078, RDEV-104: channels and blocks of four of them, with the number of channels from which they are there. */
export const alarmShows: readonly { readonly text: string; readonly fromChannels: number }[] = [
  ...Array.from({ length: 8 }, (_, at) => ({ text: `ch${at + 1}`, fromChannels: at + 1 })),
  { text: 'all', fromChannels: 0 },
  { text: 'ch1-4', fromChannels: 4 },
  { text: 'ch5-8', fromChannels: 8 },
  { text: 'Event', fromChannels: 0 },
]
/** RDEV-027 … 029: x, y, z. */
export const sensorPresets = { Car: [77, 102, 128], Bus: [77, 77, 154], Truck: [384, 384, 435] } as const
/** RDEV-023. */
export const SENSOR_MOST = 512
/** RDEV-048. */
export const HEARTBEAT = { least: 1, most: 30 } as const

const acceleration = number(0, SENSOR_MOST)
const degrees = list(number(-1000, 3000), 16)
const heartbeat = number(HEARTBEAT.least, HEARTBEAT.most)
const volume = clamped(0, 100)
const priority = number(1, 6)
const alarmShow = choice(alarmShows.map(({ text }) => text))

/** Every setting, by the name it has in calls and in the list of what a device supports. */
export const remoteParameters = {
  preosd_pl_en: setting(onOff, 'F_rmdvrs_plate'),
  preosd_plate: setting(letters(12), 'F_rmdvrs_plate'),
  preosd_region2en: setting(onOff, 'F_rmdvrs_osdgps'),
  preosd_text: setting(list(letters(12)), 'F_rmdvrs_channeltext'),
  preosd_driver: setting(letters(15), 'F_rmdvrs_driver'),
  preosd_speed: setting(onOff, 'F_rmdvrs_osdspeed'),
  g_sensor_en: setting(onOff, 'F_rmdvrs_gsensor'),
  g_sensor_x: setting(acceleration, 'F_rmdvrs_gsensor'),
  g_sensor_y: setting(acceleration, 'F_rmdvrs_gsensor'),
  g_sensor_z: setting(acceleration, 'F_rmdvrs_gsensor'),
  sys_spdlimit: setting(number(0, 400), 'F_rmdvrs_speedlimit'),
  sys_osperiod: setting(number(0, 86_400), 'F_rmdvrs_overspeedinterval'),
  sys_temper: setting(degrees, 'F_rmdvrs_temperature'),
  sys_tempul: setting(degrees, 'F_rmdvrs_temperaturelimit'),
  enc_aog: setting(volume, 'F_rmdvrs_volumeout'),
  enc_aig: setting(volume, 'F_rmdvrs_volumein'),
  sys_tz: setting(number(-12 * 3600, 14 * 3600), 'F_rmdvrs_timezone'),
  sys_accoffsec: setting(clamped(-1, 86_400), 'F_rmdvrs_accoffseconds'),
  sys_workvoltage: setting(number(0, 1000), 'F_rmdvrs_workvoltage'),
  net_hbsec: setting(heartbeat, 'F_rmdvrs_heartbeat'),
  net_server: setting({ kind: 'address' }, 'F_rmdvrs_server'),
  net_wfssid: setting({ kind: 'words', most: 32 }, 'F_rmdvrs_wifi'),
  net_wfpwd: setting({ kind: 'words', most: 63 }, 'F_rmdvrs_wifipassword'),
  sys_dst: setting({ kind: 'summer' }, 'F_rmdvrs_daylightsaving'),
  cam_rec: setting({ kind: 'flags' }, 'F_rmdvrs_cam'),
  cam_mirror: setting(list(number(0, 3)), 'F_rmdvrs_cam'),
  cam_campos: setting(list(number(0, 255)), 'F_rmdvrs_cam'),
  net_2nden: setting(onOff, 'F_rmdvrs_secondserver'),
  net_2ndhb: setting(heartbeat, 'F_rmdvrs_secondserver'),
  net_2ndserver: setting({ kind: 'address' }, 'F_rmdvrs_secondserver'),
  enc_sres: setting(choice(subResolutions), 'F_rmdvrs_substream'),
  enc_sfps: setting(number(1, 15), 'F_rmdvrs_substream'),
  enc_sbit: setting(number(16, 1024), 'F_rmdvrs_substream'),
  enc_reca: setting(onOff, 'F_rmdvrs_audio'),
  sys_eisp: setting({ kind: 'emergency' }, 'F_rmdvrs_speedup'),
  sys_edsp: setting({ kind: 'emergency' }, 'F_rmdvrs_speeddown'),
  sys_turn: setting({ kind: 'emergency' }, 'F_rmdvrs_turn'),
  sys_gguard: setting(onOff, 'F_rmdvrs_gsensorguard'),
  sys_spdparam: setting(number(0, 65_535), 'F_rmdvrs_speedparam'),
  sys_dualsdextend: setting(onOff, 'F_rmdvrs_storage'),
  event_almshow: setting(alarmShow, 'F_rmdvrs_alarmshow'),
  event_almpri: setting(priority, 'F_rmdvrs_alarmprimary'),
  event_comalmshow: setting(alarmShow, 'F_rmdvrs_comboshow'),
  event_comalmpri: setting(priority, 'F_rmdvrs_comboprimary'),
  event_comalmno: setting({ kind: 'pair' }, 'F_rmdvrs_combos'),
  event_adas_en: setting(onOff, 'F_rmdvrs_adasenable'),
  event_dsm_en: setting(onOff, 'F_rmdvrs_dsmenable'),
  motovisadas: setting({ kind: 'thresholds' }, 'F_rmdvrs_adas', 'F_rmdvrs_dsm'),
} as const satisfies Readonly<Record<string, RemoteParameter>>

export type RemoteParameterName = keyof typeof remoteParameters
export const remoteParameterNames = Object.keys(remoteParameters) as readonly RemoteParameterName[]

/** The right to each threshold of `motovisadas`. */
export const thresholdFlags: Readonly<Record<ThresholdKey, AccessFlag>> = {
  pcw_speed: 'F_rmdvrs_adas',
  fcw_speed: 'F_rmdvrs_adas',
  hmw_speed: 'F_rmdvrs_adas',
  ldw_speed: 'F_rmdvrs_adas',
  dsm_speed: 'F_rmdvrs_dsm',
}

interface Card {
  readonly parameters: readonly RemoteParameterName[]
  /** Of `motovisadas`, those of this card. */
  readonly thresholds?: readonly ThresholdKey[]
}

const cards = {
  plate: { parameters: ['preosd_pl_en', 'preosd_plate', 'preosd_region2en'] },
  channelText: { parameters: ['preosd_text'] },
  driver: { parameters: ['preosd_driver'] },
  osdSpeed: { parameters: ['preosd_speed'] },
  gSensor: { parameters: ['g_sensor_en', 'g_sensor_x', 'g_sensor_y', 'g_sensor_z'] },
  speedLimit: { parameters: ['sys_spdlimit'] },
  overspeed: { parameters: ['sys_osperiod'] },
  temperature: { parameters: ['sys_temper', 'sys_tempul'] },
  volume: { parameters: ['enc_aog', 'enc_aig'] },
  timezone: { parameters: ['sys_tz'] },
  accOff: { parameters: ['sys_accoffsec'] },
  workVoltage: { parameters: ['sys_workvoltage'] },
  heartbeat: { parameters: ['net_hbsec'] },
  server: { parameters: ['net_server'] },
  wifi: { parameters: ['net_wfssid', 'net_wfpwd'] },
  daylight: { parameters: ['sys_dst'] },
  camera: { parameters: ['cam_rec', 'cam_mirror', 'cam_campos'] },
  secondServer: { parameters: ['net_2nden', 'net_2ndhb', 'net_2ndserver'] },
  subStream: { parameters: ['enc_sres', 'enc_sfps', 'enc_sbit'] },
  audio: { parameters: ['enc_reca'] },
  emergency: { parameters: ['sys_eisp', 'sys_edsp', 'sys_turn'] },
  gSensorGuard: { parameters: ['sys_gguard'] },
  speedParam: { parameters: ['sys_spdparam'] },
  dualSd: { parameters: ['sys_dualsdextend'] },
  eventAlarm: { parameters: ['event_almshow', 'event_almpri'] },
  comboAlarm: { parameters: ['event_comalmshow', 'event_comalmpri', 'event_comalmno'] },
  adas: {
    parameters: ['event_adas_en', 'motovisadas'],
    thresholds: ['pcw_speed', 'fcw_speed', 'hmw_speed', 'ldw_speed'],
  },
  dsm: { parameters: ['event_dsm_en', 'motovisadas'], thresholds: ['dsm_speed'] },
} as const satisfies Readonly<Record<string, Card>>

export type RemoteCard = keyof typeof cards
/** The cards of the window in their order: one group of settings, saved and confirmed together (RDEV-091). */
export const remoteCards: Readonly<Record<RemoteCard, Card>> = cards
export const remoteCardNames = Object.keys(cards) as readonly RemoteCard[]
