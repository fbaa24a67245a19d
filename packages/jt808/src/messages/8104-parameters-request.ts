import { defineEmptyMessage } from '../message.ts'

/** 0x8104, down: all parameters, please. JT/T 808-2013, 8.10. */
export const parametersRequest = defineEmptyMessage(0x8104, 'parametersRequest')
