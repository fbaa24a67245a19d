import { defineMessage } from '../message.ts'
import { readPacketRequest, writePacketRequest } from '../shapes/packet-request.ts'

/** 0x8003, down: the platform asks for missing packets of a message of the terminal. JT/T 808-2013, 8.4. */
export const terminalPacketRequest = defineMessage({
  id: 0x8003,
  name: 'terminalPacketRequest',
  decode: readPacketRequest,
  encode: writePacketRequest,
})
