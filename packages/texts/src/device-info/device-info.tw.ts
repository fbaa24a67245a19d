import type { Translated } from '../translated.ts'
import type { deviceInfoTexts } from './device-info.en.ts'

export const deviceInfoTw: Translated<typeof deviceInfoTexts> = {
  'deviceInfo.title': '磁碟資訊',
  'deviceInfo.table': '裝置的組成',
  'deviceInfo.number': '編號',
  'deviceInfo.device': '裝置編號',
  'deviceInfo.model': '型號',
  'deviceInfo.firmware': '韌體',
  'deviceInfo.mobile': '行動識別碼',
}
