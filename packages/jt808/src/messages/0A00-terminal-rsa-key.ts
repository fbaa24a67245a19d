import { defineMessage } from '../message.ts'
import { readRsaKey, writeRsaKey } from '../shapes/rsa-key.ts'

/** 0x0A00, up: a terminal sends its public key. JT/T 808-2013, 8.65. Practically never used. */
export const terminalRsaKey = defineMessage({
  id: 0x0a00,
  name: 'terminalRsaKey',
  decode: readRsaKey,
  encode: writeRsaKey,
})
