import { defineEmptyMessage } from '../message.ts'

/** 0x0109, up: not in the standard; these devices do nothing before 0x8109. */
export const timeRequest = defineEmptyMessage(0x0109, 'timeRequest')
