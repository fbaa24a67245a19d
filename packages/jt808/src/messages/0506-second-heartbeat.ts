import { defineEmptyMessage } from '../message.ts'

/** 0x0506, up: a second heartbeat of some makers. Not in the standard. */
export const secondHeartbeat = defineEmptyMessage(0x0506, 'secondHeartbeat')
