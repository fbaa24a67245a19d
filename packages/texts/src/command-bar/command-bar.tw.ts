import type { Translated } from '../translated.ts'
import type { commandBarTexts } from './command-bar.en.ts'

export const commandBarTw: Translated<typeof commandBarTexts> = {
  'command.title': '前往',
  'command.field': '車輛、頁面或時間',
  'command.hint': '輸入名稱、車牌、駕駛或號碼的一部分，以及動作、頁面或時間。例如：van 7 昨天 14:05',
  'command.devices': '車輛',
  'command.pages': '頁面',
  'command.places': '地點',
  'command.none': '找不到「{{text}}」。請減少輸入的字。',
  'command.talk': '對講',
  'command.steer': '操控攝影機',
  'command.today': '今天',
  'command.yesterday': '昨天',
  'command.between': '的 在 於',
}
