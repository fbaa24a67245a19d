import { defineEmptyMessage } from '../message.ts'

/** 0x0004, up: what time is it? JT/T 808-2019, 8.4. */
export const serverTimeRequest = defineEmptyMessage(0x0004, 'serverTimeRequest')
