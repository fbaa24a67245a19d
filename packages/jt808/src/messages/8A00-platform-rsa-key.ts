import { defineMessage } from '../message.ts'
import { readRsaKey, writeRsaKey } from '../shapes/rsa-key.ts'

/** 0x8A00, down: the platform sends its public key. JT/T 808-2013, 8.64. Practically never used. */
export const platformRsaKey = defineMessage({
  id: 0x8a00,
  name: 'platformRsaKey',
  decode: readRsaKey,
  encode: writeRsaKey,
})
