import type { Translated } from '../translated.ts'
import type { commandBarTexts } from './command-bar.en.ts'

export const commandBarAr: Translated<typeof commandBarTexts> = {
  'command.title': 'انتقال إلى',
  'command.field': 'مركبة أو صفحة أو وقت',
  'command.hint': 'جزء من اسم أو لوحة أو سائق أو رقم، أو إجراء، أو صفحة، أو وقت. مثال: van 7 أمس 14:05',
  'command.devices': 'المركبات',
  'command.pages': 'الصفحات',
  'command.places': 'الأماكن',
  'command.none': 'لا شيء باسم «{{text}}». جرّب حروفًا أقل.',
  'command.talk': 'محادثة',
  'command.steer': 'توجيه الكاميرات',
  'command.today': 'اليوم',
  'command.yesterday': 'أمس',
  'command.between': 'في من عند الساعة',
}
