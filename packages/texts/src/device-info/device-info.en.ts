/** What devices are made of. */
export const deviceInfoTexts = {
  'deviceInfo.title': 'Disk Info',
  'deviceInfo.table': 'What the devices are made of',
  'deviceInfo.number': '#',
  'deviceInfo.device': 'deviceid',
  'deviceInfo.model': 'model',
  'deviceInfo.firmware': 'f/w',
  'deviceInfo.mobile': 'mobile identification',
} as const
