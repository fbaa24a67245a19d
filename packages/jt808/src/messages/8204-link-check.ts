import { defineEmptyMessage } from '../message.ts'

/** 0x8204, down: are you there? JT/T 808-2019, 8.24. */
export const linkCheck = defineEmptyMessage(0x8204, 'linkCheck')
