/** Driver info. */
export const driversTexts = {
  'drivers.title': 'Driver info',
  'drivers.table': 'Drivers of the devices',
  'drivers.device': 'Device ID',
  'drivers.name': 'Driver Name',
  'drivers.gender': 'Gender',
  'drivers.f': 'Female',
  'drivers.m': 'Male',
  'drivers.x': 'Other',
  'drivers.phone': 'phone',
  'drivers.birthday': 'birthday',
  'drivers.pic': 'pic',
  'drivers.update': 'Update Time',
  'drivers.action': 'Action',
  'drivers.of': '{{field}} of {{device}}',
  'drivers.save': 'Save the driver of {{device}}',
  'drivers.saved': 'The driver of {{device}} was saved',
} as const
