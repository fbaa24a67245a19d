import type { Translated } from '../translated.ts'
import type { broadcastTexts } from './broadcast.en.ts'

export const broadcastAr: Translated<typeof broadcastTexts> = {
  'broadcast.title': 'بث صوتي',
  'broadcast.open': 'بث صوتي إلى المركبات',
  'broadcast.mode': 'إلى من',
  'broadcast.mode.GLOBAL': 'كل الأجهزة',
  'broadcast.mode.DEVICES': 'أجهزة مختارة',
  'broadcast.start': 'ابدأ',
  'broadcast.end': 'أنهِ',
  'broadcast.choose': 'اختر من يستقبل البث',
  'broadcast.receivers': 'المركبات التي ستستقبله: {{online}} من {{all}}',
  'broadcast.ask': 'هل تريد التحدث إلى {{count}} مركبة؟',
  'broadcast.askText': 'يسمعك كل سائق فيها فور بدء البث.',
  'broadcast.ready': 'لم يبدأ',
  'broadcast.starting': 'جارٍ البدء',
  'broadcast.started': 'بدأ: صوتك مسموع',
  'broadcast.ended': 'انتهى',
  'broadcast.reached': '{{hearing}} من {{devices}} أجهزة تسمعك',
  'broadcast.offline': '{{count}} غير متصل',
  'broadcast.missed': '{{count}} لم يتم الوصول إليه',
  'broadcast.failed': 'لا بث: {{reason}}',
}
