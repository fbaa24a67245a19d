import { defineEmptyMessage } from '../message.ts'

/** 0x0003, up: the terminal leaves and must register again. JT/T 808-2013, 8.7. */
export const unregistration = defineEmptyMessage(0x0003, 'unregistration')
