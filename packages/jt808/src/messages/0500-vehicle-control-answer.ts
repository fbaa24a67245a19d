import { defineMessage } from '../message.ts'
import { readPositionAnswer, writePositionAnswer } from '../shapes/position-answer.ts'

/** 0x0500, up: how the vehicle stands after 0x8500. JT/T 808-2013, 8.34. */
export const vehicleControlAnswer = defineMessage({
  id: 0x0500,
  name: 'vehicleControlAnswer',
  decode: readPositionAnswer,
  encode: writePositionAnswer,
})
