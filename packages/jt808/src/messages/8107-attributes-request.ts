import { defineEmptyMessage } from '../message.ts'

/** 0x8107, down: what are you made of? Answered by 0x0107. JT/T 808-2013, 8.14. */
export const attributesRequest = defineEmptyMessage(0x8107, 'attributesRequest')
