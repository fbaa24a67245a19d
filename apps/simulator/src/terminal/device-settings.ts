import { fleetglassFamily, SETTING_NAMES, type SettingName, VIDEO_PARAMETER } from '@fleetglass/jt808'

const places = fleetglassFamily.settings

/** Settings that only a device with cameras has. */
const OF_CAMERAS = /^(cam_|enc_|preosd_text|preosd_pl_en|preosd_region2en|preosd_speed|event_|motovisadas)/

/** What a device with so many channels can be set to, by the names in which consoles ask for it. */
export function settableNames(channels: number): SettingName[] {
  return SETTING_NAMES.filter((name) => channels > 0 || !OF_CAMERAS.test(name))
}

/** What the settings of our own numbers are when the device leaves the factory, by number; 0xF000 lists what there is. */
export function factorySettings(channels: number, driver: string): Map<number, string> {
  const names = settableNames(channels)
  const each = (value: string): string => Array<string>(channels).fill(value).join(',')
  const texts: Partial<Record<SettingName, string>> = {
    ...FACTORY,
    preosd_text: Array.from({ length: channels }, (_, at) => `CH${at + 1}`).join(','),
    preosd_driver: driver.replace(/[^A-Za-z0-9]/g, '').slice(0, 15),
    cam_rec: '1'.repeat(channels),
    cam_mirror: each('0'),
    cam_campos: each('0'),
  }
  const settings = new Map<number, string>([[fleetglassFamily.settingList, names.join(',')]])
  for (const name of names) {
    const place = places[name]
    const text = texts[name]
    if (text !== undefined && place.kind === 'text') settings.set(place.id, text)
  }
  return settings
}

const FACTORY: Partial<Record<SettingName, string>> = {
  g_sensor_en: '1',
  g_sensor_x: '77',
  g_sensor_y: '102',
  g_sensor_z: '128',
  sys_gguard: '0',
  sys_temper: '-200,-200',
  sys_tempul: '600,600',
  sys_workvoltage: '90',
  sys_spdparam: '0',
  enc_aog: '80',
  enc_aig: '60',
  sys_tz: '28800',
  sys_accoffsec: '60',
  sys_dst: '0,0,0',
  net_wfssid: 'Fleet',
  net_wfpwd: 'depot-wifi-1',
  net_2nden: '0',
  net_2ndhb: '30',
  sys_dualsdextend: '0',
  sys_eisp: '0,20,0',
  sys_edsp: '0,25,0',
  sys_turn: '0,30,0',
  event_almshow: 'all',
  event_almpri: '1',
  event_comalmshow: 'all',
  event_comalmpri: '1',
  event_comalmno: '1,2',
  event_adas_en: '1',
  event_dsm_en: '1',
  motovisadas: [
    ...['volume=6', 'pcw_speed=30', 'fcw_speed=30', 'hmw_speed=30', 'ldw_speed=50', 'dsm_speed=20', 'calibrated=1'],
  ].join('\n'),
}

/** The settings that lie in these parameters. */
export function settingsIn(ids: Iterable<number>): SettingName[] {
  const touched = new Set(ids)
  return SETTING_NAMES.filter((name) => {
    const place = places[name]
    return touched.has('id' in place ? place.id : VIDEO_PARAMETER)
  })
}
