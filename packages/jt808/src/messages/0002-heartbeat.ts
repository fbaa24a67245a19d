import { defineEmptyMessage } from '../message.ts'

/** 0x0002, up: nothing to report. JT/T 808-2013, 8.3. Some devices add battery, signal and state: `extra`. */
export const heartbeat = defineEmptyMessage(0x0002, 'heartbeat')
