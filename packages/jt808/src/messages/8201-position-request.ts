import { defineEmptyMessage } from '../message.ts'

/** 0x8201, down: where are you? Answered by 0x0201. JT/T 808-2013, 8.19. */
export const positionRequest = defineEmptyMessage(0x8201, 'positionRequest')
