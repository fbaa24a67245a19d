import type { SettingPlace } from '../parameters/device-settings.ts'
import type { DeviceFamily } from './device-family.ts'

const TCP_PORT = 0x0018

/**
 * Devices of which nothing is known but the standards. Its settings are those of JT/T 808-2013, table 12, and of the audio and
 * video structure 0x0075 (JT/T 1078-2016, table 3). The thresholds of T/JSATL 12 (0xF364, 0xF365) are none of them: they grade
 * an alarm, and do not say from which speed on it is given.
 */
export const standardFamily = {
  name: 'standard',
  models: [],
  formatCard: null,
  settings: {
    preosd_pl_en: { kind: 'overlay', bit: 1 },
    preosd_plate: { kind: 'text', id: 0x0083 },
    preosd_region2en: { kind: 'overlay', bit: 3 },
    preosd_speed: { kind: 'overlay', bit: 5 },
    sys_spdlimit: { kind: 'dword', id: 0x0055 },
    sys_osperiod: { kind: 'dword', id: 0x0056 },
    net_hbsec: { kind: 'dword', id: 0x0001 },
    net_server: { kind: 'address', id: 0x0013, portId: TCP_PORT },
    net_2ndserver: { kind: 'address', id: 0x0017, portId: TCP_PORT },
    enc_sres: { kind: 'liveStream', field: 'sizeCode' },
    enc_sfps: { kind: 'liveStream', field: 'framesPerS' },
    enc_sbit: { kind: 'liveStream', field: 'bitRateKbps' },
    enc_reca: { kind: 'audioOutput' },
  },
  settingList: null,
  liveSizes: { QCIF: 0, CIF: 1, WCIF: 2, D1: 3, WD1: 4, '720P': 5, '1080P': 6 },
} as const satisfies DeviceFamily & { readonly settings: Readonly<Record<string, SettingPlace>> }
