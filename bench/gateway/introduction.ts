// What a recorder sends first: its registration (0x0100), and a code (0x0102).
import { concat } from '@fleetglass/bytes'
import { encodeBody, encodeFrames, type Message, messageIdOf, terminalNumber } from '@fleetglass/jt808'

const INTRODUCTION: readonly Message[] = [
  {
    name: 'registration',
    body: {
      layout: '2013',
      province: 0,
      city: 0,
      maker: 'BENCH',
      model: 'B1',
      terminalId: '1',
      plateColour: 1,
      plate: 'BENCH',
    },
  },
  { name: 'authentication', body: { code: 'BENCH' } },
]

/** Both frames of one terminal (2013), ready to be sent. */
export function introduction(terminal: string): Uint8Array {
  const { raw } = terminalNumber(terminal, '2013')
  const frames = INTRODUCTION.flatMap((message, firstSerial) => {
    const header = { messageId: messageIdOf(message), version: '2013', terminalRaw: raw, firstSerial } as const
    return encodeFrames(header, encodeBody(message, '2013'))
  })
  return concat(frames)
}
