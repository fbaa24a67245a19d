import type { Translated } from '../translated.ts'
import type { drawingTexts } from './drawing.en.ts'

export const drawingTw: Translated<typeof drawingTexts> = {
  'draw.map': '繪圖地圖',
  'draw.failed': '無法顯示地圖。可以改用欄位。',
  'draw.zoomIn': '放大',
  'draw.zoomOut': '縮小',
  'draw.fit': '顯示全部',
  'draw.atCenter': '放在地圖中心',
  'draw.keys': '方向鍵移動，按住 Shift 為小步。+ 與 − 放大與縮小。',
  'draw.cornerKeys': '方向鍵移動，按住 Shift 為小步。Delete 刪除。',
  'draw.whole': '移動整個圖形',
  'draw.center': '圓心',
  'draw.edge': '圓的邊緣',
  'draw.corner': '角點 {{number}}',
  'draw.position': '位置 {{label}}',
  'draw.circleHint': '在圓心按下，拖曳到邊緣。',
  'draw.cornersHint': '在地圖上逐一點選角點。',
  'draw.positionsHint': '在地圖上依序點選位置。',
  'draw.discard': '要捨棄變更嗎？',
  'draw.discardOf': '要捨棄對 {{title}} 的變更嗎？',
  'draw.discardHint': '這些變更尚未儲存。',
  'draw.discardYes': '捨棄',
}
