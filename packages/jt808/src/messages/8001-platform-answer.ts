import { defineMessage } from '../message.ts'
import { readGeneralAnswer, writeGeneralAnswer } from '../shapes/general-answer.ts'

/** 0x8001, down: the platform answers a message that has no answer of its own. JT/T 808-2013, 8.2. */
export const platformAnswer = defineMessage({
  id: 0x8001,
  name: 'platformAnswer',
  decode: readGeneralAnswer,
  encode: writeGeneralAnswer,
})
