import type { Translated } from '../translated.ts'
import type { eventsTexts } from './events.en.ts'

export const eventsAr: Translated<typeof eventsTexts> = {
  'event.numbered': 'الحدث {{code}}',
  'event.detail': '{{time}} · {{device}}',
  'event.detailMemo': '{{time}} · {{device}} · {{memo}}',
  'event.withText': '{{text}} · {{detail}}',
  'event.recording': 'التسجيل',
  'event.recovered': 'تم التعافي بنجاح',
  'event.recoveredDetail': '{{device}} · {{event}}',
  'event.call': '{{device}} يتصل',
  'event.late': '{{text}} · وصل متأخرًا',
  'event.lateMark': 'متأخر',
  'event.notify': 'إشعارات الأحداث',
}
