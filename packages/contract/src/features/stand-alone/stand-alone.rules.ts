import { z } from 'zod'
import { channelStreamSchema, channelsOf, playbackStreamSchema, remoteStreamSchema } from '../../streams/index.ts'
import { exportDurationS } from '../exports/index.ts'
import { playbackDurationS, type RemoteSpeed, remoteSpeeds } from '../remote-playback/index.ts'

/** The pages that stand alone, by the first segment of their path (STAND-02 … 06). */
export const standAlonePages = ['live', 'playback', 'remote', 'dlplayback', 'dlremote'] as const
export type StandAlonePage = (typeof standAlonePages)[number]

/** ENT-058, STAND-20: the stream port of an address that names none. */
export const STAND_ALONE_STREAM_PORT = 8900

/** STAND-14. */
export const MAX_STREAM_TILES = 8

/** Characters of a password that is a hash already (LOGIN-58, STAND-21). */
const HASH_LENGTH = 64

/** STAND-01, STAND-08: the page that a path starts; null: the main application. */
export function standAlonePageOf(path: string): StandAlonePage | null {
  const segment = path.split('/').find((part) => part !== '')
  return standAlonePages.find((page) => page === segment) ?? null
}

/** STAND-13, STAND-15: the places of the layout that so many channels get. */
export function tilePlaces(channels: number): 1 | 2 | 4 | 6 | 8 {
  if (channels <= 1) return 1
  if (channels === 2) return 2
  if (channels <= 4) return 4
  return channels <= 6 ? 6 : 8
}

/** Where the streams of a page are and who asks (STAND-19). */
export interface StreamInfo {
  readonly UserName: string
  readonly Sha256Pass: string
  readonly streamIp: string
  readonly streamPort: number
}

/** What an address asks for. */
export interface StandAloneWish {
  readonly deviceId: string
  /** All that `chs` names; `channel` alone when it names none. */
  readonly channels: readonly number[]
  /** Unix seconds; 0 in live view. */
  readonly startS: number
  readonly durationS: number
  readonly speed: RemoteSpeed
  /** Null: as the page finds best. */
  readonly main: boolean | null
  readonly info: StreamInfo
}

const wishSchema = z.object({
  deviceid: channelStreamSchema.shape.deviceid,
  user: channelStreamSchema.shape.user,
  password: channelStreamSchema.shape.password,
  channel: channelStreamSchema.shape.channel.default(1),
  chs: remoteStreamSchema.shape.chs,
  host: z
    .string()
    .regex(/^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/, 'host is no host')
    .optional(),
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'port is not a number')
    .transform(Number)
    .pipe(z.number().min(1).max(65_535))
    .default(STAND_ALONE_STREAM_PORT),
  spbtime: playbackStreamSchema.shape.spbtime.optional(),
  duration: z.string().optional(),
  speed: z
    .enum(remoteSpeeds.map(String), 'speed is none of the speeds')
    .transform((speed) => Number(speed) as RemoteSpeed)
    .default(1),
  main: remoteStreamSchema.shape.main,
})

/** What the page's address lacks. */
export interface AtHome {
  /** The host of the page. */
  readonly host: string
  /** The upper-case SHA-256 hex of a text. */
  readonly hash: (text: string) => string
}

/** Why an address is a bad one: the first parameter at fault. */
export interface BadAddress {
  readonly parameter: string
  readonly fault: 'missing' | 'invalid'
}

/** Reads the parameters of a page (STAND-23); an address without device or credentials, or without a time, is a bad one. */
export function readStandAlone(
  page: StandAlonePage,
  query: Readonly<Record<string, string>>,
  home: AtHome,
): { readonly wish: StandAloneWish } | { readonly bad: BadAddress } {
  const read = wishSchema.safeParse(query)
  if (!read.success) {
    const parameter = String(read.error.issues[0]?.path[0] ?? '')
    return { bad: { parameter, fault: query[parameter] ? 'invalid' : 'missing' } }
  }
  if (page !== 'live' && read.data.spbtime === undefined) return { bad: { parameter: 'spbtime', fault: 'missing' } }
  return { wish: wishOf(page, read.data, home) }
}

function wishOf(page: StandAlonePage, read: z.output<typeof wishSchema>, home: AtHome): StandAloneWish {
  const { deviceid, user, password, host, port, spbtime, duration, speed, main, ...channels } = read
  return {
    deviceId: deviceid,
    channels: channelsOf(channels),
    startS: spbtime ?? 0,
    durationS: durationOf(page, duration),
    speed,
    main: main === undefined ? null : main === 1,
    info: {
      UserName: user,
      // LOGIN-58, STAND-21, STAND-22.
      Sha256Pass: password.length === HASH_LENGTH ? password : home.hash(password),
      streamIp: host ?? home.host,
      streamPort: port,
    },
  }
}

/** STAND-29 … 31: of a download as of any cut; STAND-32: of a playback, seconds. */
function durationOf(page: StandAlonePage, asked: string | undefined): number {
  if (page === 'dlplayback' || page === 'dlremote') return exportDurationS(asked)
  return playbackDurationS(asked === undefined || asked.trim() === '' ? Number.NaN : Number(asked))
}
