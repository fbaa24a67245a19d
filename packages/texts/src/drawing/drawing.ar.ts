import type { Translated } from '../translated.ts'
import type { drawingTexts } from './drawing.en.ts'

export const drawingAr: Translated<typeof drawingTexts> = {
  'draw.map': 'خريطة للرسم',
  'draw.failed': 'لا يمكن عرض الخريطة. يمكن استخدام الحقول بدلاً منها.',
  'draw.zoomIn': 'تكبير',
  'draw.zoomOut': 'تصغير',
  'draw.fit': 'إظهار الكل',
  'draw.atCenter': 'وضع في وسط الخريطة',
  'draw.keys': 'أسهم لوحة المفاتيح تحركه، ومع Shift بخطوات صغيرة. + و − لتكبيره وتصغيره.',
  'draw.cornerKeys': 'أسهم لوحة المفاتيح تحركه، ومع Shift بخطوات صغيرة. Delete لحذفه.',
  'draw.whole': 'تحريك الشكل كله',
  'draw.center': 'مركز الدائرة',
  'draw.edge': 'حافة الدائرة',
  'draw.corner': 'زاوية {{number}}',
  'draw.position': 'الموضع {{label}}',
  'draw.circleHint': 'اضغط حيث يكون المركز واسحب إلى الحافة.',
  'draw.cornersHint': 'انقر على الخريطة زاوية بعد زاوية.',
  'draw.positionsHint': 'انقر المواضع على الخريطة بالترتيب.',
  'draw.discard': 'هل تريد تجاهل التغييرات؟',
  'draw.discardOf': 'هل تريد تجاهل تغييرات {{title}}؟',
  'draw.discardHint': 'لم تُحفظ هذه التغييرات.',
  'draw.discardYes': 'تجاهل',
}
