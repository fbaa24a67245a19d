import { defineMessage } from '../message.ts'
import { readPositionAnswer, writePositionAnswer } from '../shapes/position-answer.ts'

/** 0x0201, up: the position that 0x8201 asked for. JT/T 808-2013, 8.20. */
export const positionAnswer = defineMessage({
  id: 0x0201,
  name: 'positionAnswer',
  decode: readPositionAnswer,
  encode: writePositionAnswer,
})
