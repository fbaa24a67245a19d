import type { Translated } from '../translated.ts'
import type { broadcastTexts } from './broadcast.en.ts'

export const broadcastTw: Translated<typeof broadcastTexts> = {
  'broadcast.title': '廣播',
  'broadcast.open': '向車輛廣播',
  'broadcast.mode': '對象',
  'broadcast.mode.GLOBAL': '所有裝置',
  'broadcast.mode.DEVICES': '選擇的裝置',
  'broadcast.start': '開始',
  'broadcast.end': '結束',
  'broadcast.choose': '請選擇接收對象',
  'broadcast.receivers': '將接收的車輛：{{online}} / {{all}}',
  'broadcast.ask': '要向 {{count}} 輛車廣播嗎？',
  'broadcast.askText': '一開始廣播，這些車輛的駕駛都會聽到您的聲音。',
  'broadcast.ready': '尚未開始',
  'broadcast.starting': '正在開始',
  'broadcast.started': '已開始：對方聽得到您',
  'broadcast.ended': '已結束',
  'broadcast.reached': '{{devices}} 台裝置中有 {{hearing}} 台聽到您',
  'broadcast.offline': '{{count}} 台離線',
  'broadcast.missed': '{{count}} 台未接通',
  'broadcast.failed': '無法廣播：{{reason}}',
}
