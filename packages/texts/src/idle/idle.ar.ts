import type { Translated } from '../translated.ts'
import type { idleTexts } from './idle.en.ts'

export const idleAr: Translated<typeof idleTexts> = {
  'idle.countdown': 'شاشة الخمول بعد {{time}}. أعد الضبط إلى 30:00',
  'idle.freeze': 'جمّد العد التنازلي للخمول',
  'idle.resume': 'استأنف العد التنازلي للخمول',
  'idle.back': 'عُد إلى حيث كنت',
}
