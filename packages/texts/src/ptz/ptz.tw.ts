import type { Translated } from '../translated.ts'
import type { ptzTexts } from './ptz.en.ts'

export const ptzTw: Translated<typeof ptzTexts> = {
  'ptz.title': '{{device}} 的 PTZ',
  'ptz.open': '操控 {{device}} 的攝影機',
  'ptz.column': 'PTZ',
  'ptz.channels': '通道',
  'ptz.previous': '上一個通道',
  'ptz.next': '下一個通道',
  'ptz.channel': '通道 {{channel}}',
  'ptz.pad': '方向',
  'ptz.up': '上',
  'ptz.down': '下',
  'ptz.left': '左',
  'ptz.right': '右',
  'ptz.upLeft': '左上',
  'ptz.upRight': '右上',
  'ptz.downLeft': '左下',
  'ptz.downRight': '右下',
  'ptz.zoom': '縮放',
  'ptz.zoomIn': '放大',
  'ptz.zoomOut': '縮小',
  'ptz.hint': '按住按鈕或方向鍵時攝影機會移動，最多十秒。加號與減號可縮放。',
  'ptz.offline': '裝置已離線',
  'ptz.noChannels': '裝置沒有可操控的通道',
}
