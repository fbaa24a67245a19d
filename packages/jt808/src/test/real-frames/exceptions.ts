import type { Entry } from './entry.ts'

/** Expectations of a source that are wrong, and why. Without keys: all of that frame. */
export const WRONG: readonly {
  readonly places: readonly string[]
  readonly keys?: readonly string[]
  readonly why: string
}[] = [
  {
    places: ['suite-jt808[38] 0x8104'],
    keys: ['Header.TerminalPhoneNo'],
    why: 'the number asserted is not in the frame, whose header has the layout of 2019 without its flag',
  },
  {
    places: ['suite-jt808[57] 0x8302'],
    keys: ['Flag'],
    why: 'the flag byte is ff, as the details beside it say; the field asserted as 0 is never filled',
  },
  {
    places: ['suite-jt808[70] 0x0201'],
    keys: ['AlarmSignDetails', 'StatusSignDetails'],
    why: 'bits are set, and the lists asserted as empty are never filled',
  },
  { places: ['synthetic-jt808[3] 0x0304'], why: '0x0304 is no message: information is 0x8304 and has no serial' },
  {
    places: ['synthetic-jt808[12] 0x0200', 'synthetic-jt808[13] 0x0200'],
    keys: ['AttachInfoId', 'AttachInfoLength'],
    why: 'ids and lengths of items are a BYTE each; these are WORDs and DWORDs of the test itself',
  },
  {
    places: ['bodies[6] 0x0200'],
    keys: ['items'],
    why: 'the item says 32 bytes and is asserted from 47: nothing is read past an item',
  },
  {
    places: ['device-jt808[67] 0x0200'],
    keys: ['alarm'],
    why: "alarm bit 17 is the right-turn blind area of 2019; tampering is one tracker family's own use",
  },
]

/** Expectations about bytes that this package keeps but does not read. */
export const NOT_READ: readonly {
  readonly matches: (entry: Entry, place: string, key: string) => boolean
  readonly why: string
}[] = [
  {
    matches: ({ messageId = '' }, _, key) =>
      /^0x(9[123]|1[02]0)/.test(messageId) && !/^0x92(08|12)/.test(messageId) && !HEADER_KEYS.includes(key),
    why: 'bodies of JT/T 1078 are read by that package and compared in apps/decoder/src/real-signalling.test.ts',
  },
  {
    matches: ({ messageId }, _, key) => messageId === '0x8900' && ['Id', 'Sex'].includes(key),
    why: 'transparent data: its fields are an example of the test itself and stand in no standard',
  },
]

const HEADER_KEYS = ['messageId', 'properties', 'protocolVersion', 'clientId', 'serialNo', 'verified']
