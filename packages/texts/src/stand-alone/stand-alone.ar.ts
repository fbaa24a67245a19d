import type { Translated } from '../translated.ts'
import type { standAloneTexts } from './stand-alone.en.ts'

export const standAloneAr: Translated<typeof standAloneTexts> = {
  'standAlone.live': 'البث المباشر من {{device}}',
  'standAlone.playback': 'تسجيلات {{device}}',
  'standAlone.remote': 'التسجيلات على {{device}}',
  'standAlone.file': 'ملف MP4 من {{device}}',
  'standAlone.failParam': 'لا يمكن فتح هذا الرابط',
  'standAlone.badParam': 'الرابط غير مكتمل: «{{name}}» غير صالح',
  'standAlone.missingParam': 'الرابط غير مكتمل: «{{name}}» مفقود',
  'standAlone.downloadFail': 'فشل التنزيل',
  'standAlone.download': 'تنزيل MP4',
  'standAlone.again': 'أعد المحاولة',
  'standAlone.cancel': 'إلغاء التنزيل',
  'standAlone.speed': 'السرعة',
  'standAlone.part': '{{time}}، {{length}}',
  'standAlone.begun': 'الملف في الطريق',
}
