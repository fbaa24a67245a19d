import type { SettingPlace } from '../parameters/device-settings.ts'
import type { DeviceFamily } from './device-family.ts'
import type { SettingName } from './setting-names.ts'
import { standardFamily } from './standard.ts'

const text = (id: number): SettingPlace => ({ kind: 'text', id })

/**
 * The project's own recorders: those of the simulator. Numbers from 0xF001 on are their own, for what the standards lack; their
 * value is text, in several items where it is long.
 */
export const fleetglassFamily = {
  name: 'fleetglass',
  models: [{ maker: 'FLEET', model: 'FG-MDVR4' }],
  formatCard: 0xa1,
  settings: {
    ...standardFamily.settings,
    preosd_text: text(0xf001),
    preosd_driver: text(0xf002),
    g_sensor_en: text(0xf003),
    g_sensor_x: text(0xf004),
    g_sensor_y: text(0xf005),
    g_sensor_z: text(0xf006),
    sys_temper: text(0xf007),
    sys_tempul: text(0xf008),
    enc_aog: text(0xf009),
    enc_aig: text(0xf00a),
    sys_tz: text(0xf00b),
    sys_accoffsec: text(0xf00c),
    sys_workvoltage: text(0xf00d),
    net_wfssid: text(0xf00e),
    net_wfpwd: text(0xf00f),
    net_2nden: text(0xf010),
    net_2ndhb: text(0xf011),
    sys_dst: text(0xf012),
    sys_eisp: text(0xf013),
    sys_edsp: text(0xf014),
    sys_turn: text(0xf015),
    sys_gguard: text(0xf016),
    sys_spdparam: text(0xf017),
    sys_dualsdextend: text(0xf018),
    cam_rec: text(0xf019),
    cam_mirror: text(0xf01a),
    cam_campos: text(0xf01b),
    event_almshow: text(0xf01c),
    event_almpri: text(0xf01d),
    event_comalmshow: text(0xf01e),
    event_comalmpri: text(0xf01f),
    event_comalmno: text(0xf020),
    event_adas_en: text(0xf021),
    event_dsm_en: text(0xf022),
    motovisadas: text(0xf023),
  },
  settingList: 0xf000,
  liveSizes: { ...standardFamily.liveSizes, '360P': 100, VGA: 101 },
} as const satisfies DeviceFamily & { readonly settings: Readonly<Record<SettingName, SettingPlace>> }
