import { defineEmptyMessage } from '../message.ts'

/** 0x8702, down: who drives? Answered by 0x0702. JT/T 808-2013, 8.47. */
export const driverIdentityRequest = defineEmptyMessage(0x8702, 'driverIdentityRequest')
