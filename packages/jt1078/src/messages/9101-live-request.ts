import { define } from '../definition.ts'
import { readText, writeText } from '../wire-fields.ts'

/** What 0x9101 asks for. */
export const LiveDataType = { audioAndVideo: 0, video: 1, talk: 2, listen: 3, broadcast: 4, transparent: 5 } as const

/** Connect to this address and send. The port of the transport that is not wanted is 0. */
export interface LiveRequest {
  /** Address of the media server, IP or name. */
  readonly host: string
  readonly tcpPort: number
  readonly udpPort: number
  readonly channel: number
  /** One of `LiveDataType`. */
  readonly dataType: number
  /** 0 main, 1 sub. */
  readonly stream: number
}

/** 0x9101, down: live audio and video. JT/T 1078-2016, 5.5.1. Answer 0x0001, where 0 means "will connect". */
export const liveRequest = define({
  id: 0x9101,
  name: 'liveRequest',
  decode: (reader): LiveRequest => ({
    host: readText(reader),
    tcpPort: reader.u16(),
    udpPort: reader.u16(),
    channel: reader.u8(),
    dataType: reader.u8(),
    stream: reader.u8(),
  }),
  encode: (writer, body) => {
    writeText(writer, body.host)
    writer.u16(body.tcpPort).u16(body.udpPort).u8(body.channel).u8(body.dataType).u8(body.stream)
  },
})
