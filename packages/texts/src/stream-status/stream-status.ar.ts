import type { Translated } from '../translated.ts'
import type { streamStatusTexts } from './stream-status.en.ts'

export const streamStatusAr: Translated<typeof streamStatusTexts> = {
  'status.title': 'حالة البث',
  'status.open': 'حالة البث على الخادم',
  'status.disk': 'المكتوب على القرص',
  'status.upload': 'المرسل إلى المشاهدين',
  'status.download': 'المستلم من الأجهزة',
  'status.rate': '{{rate}}/ث',
  'status.devices': '{{count}} من الأجهزة متصلة، {{watched}} منها تُشاهَد',
  'status.table': 'من يشاهد',
  'status.device': 'الجهاز',
  'status.user': 'المستخدم',
  'status.kind': 'النوع',
  'status.address': 'العنوان',
  'status.since': 'منذ',
  'status.live': 'مباشر',
  'status.lopb': 'إعادة التشغيل',
  'status.repb': 'إعادة التشغيل عن بُعد',
  'status.talk': 'محادثة',
  'status.nobodyTitle': 'لا أحد يشاهد',
  'status.nobodyHint': 'يظهر هنا كل من يفتح صورة جهاز.',
  'status.failedTitle': 'تعذّر الحصول على الحالة',
  'status.failedHint': 'تُطلب مجددًا كل 5 ثوانٍ.',
}
