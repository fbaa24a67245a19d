import type { Translated } from '../translated.ts'
import type { eventsTexts } from './events.en.ts'

export const eventsTw: Translated<typeof eventsTexts> = {
  'event.numbered': '事件 {{code}}',
  'event.detail': '{{time}} · {{device}}',
  'event.detailMemo': '{{time}} · {{device}} · {{memo}}',
  'event.withText': '{{text}} · {{detail}}',
  'event.recording': '觀看錄影',
  'event.recovered': '恢復成功',
  'event.recoveredDetail': '{{device}} · {{event}}',
  'event.call': '{{device}} 來電',
  'event.late': '{{text}} · 延遲收到',
  'event.lateMark': '延遲',
  'event.notify': '事件通知',
}
