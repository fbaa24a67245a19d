import type { Translated } from '../translated.ts'
import type { ptzTexts } from './ptz.en.ts'

export const ptzAr: Translated<typeof ptzTexts> = {
  'ptz.title': 'توجيه كاميرات {{device}}',
  'ptz.open': 'توجيه كاميرات {{device}}',
  'ptz.column': 'PTZ',
  'ptz.channels': 'القنوات',
  'ptz.previous': 'القناة السابقة',
  'ptz.next': 'القناة التالية',
  'ptz.channel': 'القناة {{channel}}',
  'ptz.pad': 'الاتجاهات',
  'ptz.up': 'أعلى',
  'ptz.down': 'أسفل',
  'ptz.left': 'يسار',
  'ptz.right': 'يمين',
  'ptz.upLeft': 'أعلى اليسار',
  'ptz.upRight': 'أعلى اليمين',
  'ptz.downLeft': 'أسفل اليسار',
  'ptz.downRight': 'أسفل اليمين',
  'ptz.zoom': 'التقريب',
  'ptz.zoomIn': 'تقريب',
  'ptz.zoomOut': 'تبعيد',
  'ptz.hint': 'تتحرك الكاميرا ما دام الزر أو سهم الاتجاه مضغوطًا، عشر ثوانٍ على الأكثر. زائد وناقص للتقريب والتبعيد.',
  'ptz.offline': 'الجهاز غير متصل',
  'ptz.noChannels': 'ليست للجهاز قناة يمكن توجيهها',
}
