import { defineMessage } from '../message.ts'
import { readPacketRequest, writePacketRequest } from '../shapes/packet-request.ts'

/** 0x0005, up: the terminal asks for missing packets of a message of the platform. JT/T 808-2019, 8.7. */
export const platformPacketRequest = defineMessage({
  id: 0x0005,
  name: 'platformPacketRequest',
  decode: readPacketRequest,
  encode: writePacketRequest,
})
