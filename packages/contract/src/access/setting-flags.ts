import type { AccessFlag } from './flags.ts'

/** What a device setting is about, in the order of the flags 52 to 75 (RIGHT-018 … 042). */
export const settingSuffixes = [
  'channel',
  'gpstzenable',
  'icon',
  'extid',
  'driver',
  'vehicleid',
  'maplocation',
  'streamtype',
  'chmask',
  'recenable',
  'recdays',
  'recplan',
  'recaudio',
  'chnames',
  'chsort',
  'talkch',
  'netlimit',
  'eventdays',
  'syslog',
  'del_record',
  'restore',
  'format',
  'reboot',
  'videolossinterval',
] as const

export type SettingSuffix = (typeof settingSuffixes)[number]

/**
 * Items of the matrix that mean for the device itself what the suffix means on the server. The remote half has names of
 * its own: what is not here is granted by `F_rmdvrs` alone (RIGHT-042).
 */
const remoteItems: Partial<Record<SettingSuffix, AccessFlag>> = {
  driver: 'F_rmdvrs_driver',
  recaudio: 'F_rmdvrs_audio',
  chnames: 'F_rmdvrs_channeltext',
}

/** The flag of one setting, as the server keeps it (`local`) or as the device does (`remote`). */
export function settingFlag(place: 'local' | 'remote', suffix: SettingSuffix): AccessFlag {
  return place === 'local' ? `F_lmdvrs_${suffix}` : (remoteItems[suffix] ?? 'F_rmdvrs')
}
