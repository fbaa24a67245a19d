import type { Translated } from '../translated.ts'
import type { driversTexts } from './drivers.en.ts'

export const driversTw: Translated<typeof driversTexts> = {
  'drivers.title': '駕駛資訊',
  'drivers.table': '裝置的駕駛',
  'drivers.device': '裝置編號',
  'drivers.name': '駕駛姓名',
  'drivers.gender': '性別',
  'drivers.f': '女',
  'drivers.m': '男',
  'drivers.x': '其他',
  'drivers.phone': '電話',
  'drivers.birthday': '生日',
  'drivers.pic': '照片',
  'drivers.update': '更新時間',
  'drivers.action': '動作',
  'drivers.of': '{{device}} 的{{field}}',
  'drivers.save': '儲存 {{device}} 的駕駛',
  'drivers.saved': '{{device}} 的駕駛已儲存',
  'drivers.fault.phone': '只能使用數字、空白與 + ( ) - . / # *',
  'drivers.fault.birthday': '1900 年以後的日期',
}
