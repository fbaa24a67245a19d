import { define } from '../definition.ts'
import { readLocalTime, readText, writeLocalTime, writeText } from '../wire-fields.ts'

/** Bring recordings to an FTP server. */
export interface UploadRequest {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** Directory on the server. */
  readonly directory: string
  readonly channel: number
  readonly fromLocalS: number | null
  readonly toLocalS: number | null
  readonly alarmBits: bigint
  /** 0 audio and video, 1 audio, 2 video, 3 video or both. */
  readonly resource: number
  /** 0 main or sub, 1 main, 2 sub. */
  readonly stream: number
  /** 0 main or backup, 1 main, 2 backup. */
  readonly storage: number
  /** Bit 0 on WLAN, 1 on LAN, 2 on 3G/4G. */
  readonly networkBits: number
}

/** 0x9206, down: upload recordings by FTP. JT/T 1078-2016, 5.6.5. Answer 0x0001, then 0x1206 when done (some never). */
export const uploadRequest = define({
  id: 0x9206,
  name: 'uploadRequest',
  decode: (reader): UploadRequest => ({
    host: readText(reader),
    port: reader.u16(),
    user: readText(reader),
    password: readText(reader),
    directory: readText(reader),
    channel: reader.u8(),
    fromLocalS: readLocalTime(reader),
    toLocalS: readLocalTime(reader),
    alarmBits: reader.u64(),
    resource: reader.u8(),
    stream: reader.u8(),
    storage: reader.u8(),
    networkBits: reader.u8(),
  }),
  encode: (writer, body) => {
    writeText(writer, body.host)
    writer.u16(body.port)
    writeText(writer, body.user)
    writeText(writer, body.password)
    writeText(writer, body.directory)
    writer.u8(body.channel)
    writeLocalTime(writer, body.fromLocalS)
    writeLocalTime(writer, body.toLocalS)
    writer.u64(body.alarmBits).u8(body.resource).u8(body.stream).u8(body.storage).u8(body.networkBits)
  },
})
