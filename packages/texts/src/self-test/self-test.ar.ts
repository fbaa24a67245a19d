import type { Translated } from '../translated.ts'
import type { selfTestTexts } from './self-test.en.ts'

export const selfTestAr: Translated<typeof selfTestTexts> = {
  'videoTest.device': 'الجهاز',
  'videoTest.channel': 'القناة',
  'videoTest.frames': 'الإطارات المستلمة',
  'videoTest.noneTitle': 'لا جهاز متصل',
  'videoTest.noneHint': 'فور اتصال أحدها يمكن اختبار قنواته هنا.',
  'audioTest.lead': 'تحدّث، ثم استمع إلى ما التقطه هذا المتصفح ورمّزه.',
  'audioTest.record': 'تسجيل',
  'audioTest.stop': 'إيقاف',
  'audioTest.recording': 'جارٍ التسجيل',
  'audioTest.result': 'ما تم تسجيله',
  'audioTest.figures': '{{coding}}، {{bytes}} بايت',
  'audioTest.failed': 'تعذّر استخدام الميكروفون',
  'audioTest.insecure': 'لا يتيح المتصفح الميكروفون إلا عبر https أو على الجهاز نفسه.',
}
