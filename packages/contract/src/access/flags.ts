/**
 * The access-right string has one character a flag, at the flag's place in this list; `1` grants it. The order is the
 * order of the permission matrix and never changes.
 */
export const accessFlags = [
  // 0–5 pages
  'P_dash',
  'P_tree',
  'P_live',
  'P_gppb',
  'P_lopb',
  'P_repb',
  // 6–12 features
  'F_gps',
  'F_addcd',
  'F_lmdvrs',
  'F_rmdvrs',
  'F_event',
  'F_ptz',
  'F_talk',
  // 13–51 items of the remote device settings, below F_rmdvrs
  'F_rmdvrs_plate',
  'F_rmdvrs_storage',
  'F_rmdvrs_channeltext',
  'F_rmdvrs_driver',
  'F_rmdvrs_osdspeed',
  'F_rmdvrs_gsensor',
  'F_rmdvrs_speedlimit',
  'F_rmdvrs_overspeedinterval',
  'F_rmdvrs_temperature',
  'F_rmdvrs_temperaturelimit',
  'F_rmdvrs_volumeout',
  'F_rmdvrs_volumein',
  'F_rmdvrs_timezone',
  'F_rmdvrs_accoffseconds',
  'F_rmdvrs_workvoltage',
  'F_rmdvrs_server',
  'F_rmdvrs_wifi',
  'F_rmdvrs_daylightsaving',
  'F_rmdvrs_cam',
  'F_rmdvrs_secondserver',
  'F_rmdvrs_substream',
  'F_rmdvrs_audio',
  'F_rmdvrs_speedup',
  'F_rmdvrs_speeddown',
  'F_rmdvrs_turn',
  'F_rmdvrs_osdgps',
  'F_rmdvrs_gsensorguard',
  'F_rmdvrs_speedparam',
  'F_rmdvrs_alarmshow',
  'F_rmdvrs_alarmprimary',
  'F_rmdvrs_comboshow',
  'F_rmdvrs_comboprimary',
  'F_rmdvrs_combos',
  'F_rmdvrs_adasenable',
  'F_rmdvrs_adas',
  'F_rmdvrs_dsmenable',
  'F_rmdvrs_dsm',
  'F_rmdvrs_heartbeat',
  'F_rmdvrs_wifipassword',
  // 52–75 items of the server-side device settings, below F_lmdvrs
  'F_lmdvrs_channel',
  'F_lmdvrs_gpstzenable',
  'F_lmdvrs_icon',
  'F_lmdvrs_extid',
  'F_lmdvrs_driver',
  'F_lmdvrs_vehicleid',
  'F_lmdvrs_maplocation',
  'F_lmdvrs_streamtype',
  'F_lmdvrs_chmask',
  'F_lmdvrs_recenable',
  'F_lmdvrs_recdays',
  'F_lmdvrs_recplan',
  'F_lmdvrs_recaudio',
  'F_lmdvrs_chnames',
  'F_lmdvrs_chsort',
  'F_lmdvrs_talkch',
  'F_lmdvrs_netlimit',
  'F_lmdvrs_eventdays',
  'F_lmdvrs_syslog',
  'F_lmdvrs_del_record',
  'F_lmdvrs_restore',
  'F_lmdvrs_format',
  'F_lmdvrs_reboot',
  'F_lmdvrs_videolossinterval',
  // 76
  'F_api_full',
] as const

export type AccessFlag = (typeof accessFlags)[number]

/** A string that grants every flag: the first administrator's. */
export const fullAccess = '1'.repeat(accessFlags.length)

const positions = new Map<AccessFlag, number>(accessFlags.map((flag, index) => [flag, index]))

/** The flag that must be granted too: an item of the device settings counts only together with its parent. */
export function parentFlag(flag: AccessFlag): AccessFlag | null {
  if (flag.startsWith('F_lmdvrs_')) return 'F_lmdvrs'
  if (flag.startsWith('F_rmdvrs_')) return 'F_rmdvrs'
  return null
}

/** The string without some of its flags. */
export function withoutFlags(access: string, taken: readonly AccessFlag[]): string {
  const places = new Set(taken.map((flag) => positions.get(flag)))
  return [...access].map((grant, place) => (places.has(place) ? '0' : grant)).join('')
}

/** Whether an access-right string grants a flag; a string that is too short grants nothing beyond its end. */
export function grants(access: string, flag: AccessFlag): boolean {
  const parent = parentFlag(flag)
  if (parent !== null && !grants(access, parent)) return false
  return access[positions.get(flag) as number] === '1'
}
