import { defineMessage } from '../message.ts'
import { readGeneralAnswer, writeGeneralAnswer } from '../shapes/general-answer.ts'

/** 0x0001, up: a terminal answers a message that has no answer of its own. JT/T 808-2013, 8.1. */
export const terminalAnswer = defineMessage({
  id: 0x0001,
  name: 'terminalAnswer',
  decode: readGeneralAnswer,
  encode: writeGeneralAnswer,
})
