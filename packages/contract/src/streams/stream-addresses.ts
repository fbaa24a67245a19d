import { z } from 'zod'
import { type Requirement, requirements } from '../access/index.ts'
import { secret } from '../envelope/index.ts'

/** Paths of the stream port; the main channel's port and the web port serve them too. */
export const StreamPath = { live: '/ws.cgi', file: '/web.cgi', picture: '/pic.cgi', log: '/gmslog.cgi' } as const

/** Where the address of another stream has a device: the server chooses one (STRM-06). */
export const RANDOM_DEVICE = '*'

/** ENT-057: the port inside the console when no server has reported one; the main channel's port serves the streams too. */
export const DEFAULT_STREAM_PORT = 24_680

const deviceId = z.string().regex(/^[A-Za-z0-9._-]{1,31}$/, 'deviceid is not a device id')
const channel = wholeNumber(1, 255, 'channel')
const seconds = (name: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,11}(\.\d{1,3})?$/)
          .transform(Number),
      ],
      `${name} is not unix seconds`,
    )
    .pipe(z.number().nonnegative())
/** JT/T 1078 writes years with two digits, in GMT+8 (REPB-42). */
const FIRST_WIRE_S = Date.UTC(2000, 0, 1) / 1000 - 8 * 3600
/** With the longest playback behind it. */
const LAST_WIRE_S = Date.UTC(2100, 0, 1) / 1000 - 8 * 3600 - 1800 - 1
const credentials = {
  user: z.string().min(1, 'user is missing'),
  password: secret(z.string().min(1, 'password is missing')),
}

/** Who asks, on every stream (STRM-29). */
export const streamCredentials = z.object(credentials)

/** What stands for the device in streams that are of no single one (STRM-05, STRM-06). */
export const wholeFleetDevices = ['broadcast', '*'] as const

/** A second stream of the same user, `streamid` and channel replaces the first (STRM-30). */
const streamid = wholeNumber(0, 0xffff_ffff, 'streamid')

/** What the address of each stream of a device has. */
export const deviceStreamSchema = streamCredentials.extend({ deviceid: deviceId, streamid: streamid.optional() })

/** What the address of each stream of a channel has. */
export const channelStreamSchema = deviceStreamSchema.extend({ channel })

/** `h264`: for a browser without a decoder for H.265 the server makes H.264 of it. */
const wantedCodec = z.literal('h264', 'codec is not h264').optional()

/** Parameters of a live stream: `ws.cgi` without `type` (STRM-02). */
export const liveStreamSchema = channelStreamSchema.extend({
  /** 1 the main stream, 0 the sub stream (as STRM-32); without it the one that the device is set to (SDEV-51). */
  main: wholeNumber(0, 1, 'main').optional(),
  codec: wantedCodec,
})

/** Parameters of a random stream: `ws.cgi?deviceid=*` (STRM-06, STRM-34). */
export const randomStreamSchema = streamCredentials.extend({ deviceid: z.literal(RANDOM_DEVICE), streamid })

/** Parameters of a device's positions as they come: `ws.cgi?type=gps` (REPB-40). */
export const gpsStreamSchema = deviceStreamSchema.extend({ type: z.literal('gps') })

/** Parameters of a device's log of one day: `gmslog.cgi` (STRM-13, STRM-38). */
export const deviceLogSchema = z.object({
  type: z.literal('syslog', 'type is not syslog'),
  deviceid: deviceId,
  ...credentials,
  /** Unix seconds of the day's start. */
  t: seconds('t'),
  /** Seconds that the times of the answer are ahead of UTC. */
  tz: z
    .string()
    .regex(/^-?\d{1,5}$/, 'tz is not an offset in seconds')
    .transform(Number)
    .pipe(z.number().min(-64_800, 'tz is below -64800').max(64_800, 'tz is above 64800'))
    .default(0),
})

/** Parameters of a playback of the server's recording: `ws.cgi?type=lopb` (STRM-07). */
export const playbackStreamSchema = z.object({
  type: z.literal('lopb'),
  deviceid: deviceId,
  channel,
  ...credentials,
  streamid: wholeNumber(0, 0xffff_ffff, 'streamid').optional(),
  /** Unix seconds where the playback begins; a fraction is allowed. */
  spbtime: seconds('spbtime'),
  /** 0: begins paused, with the picture of that time. */
  speed: z.union([z.literal('0'), z.literal(0)], 'speed is only 0, to begin paused').optional(),
  codec: wantedCodec,
})

/** Parameters of a playback of what the device itself recorded: `ws.cgi?type=repb` (STRM-08). */
export const remoteStreamSchema = z.object({
  type: z.literal('repb'),
  deviceid: deviceId,
  /** Alone on the socket when `chs` names none. */
  channel,
  /** The channels of one shared socket, as a decimal of 64 bits; bit 0 is channel 1 (STRM-31). */
  chs: z
    .string()
    .regex(/^\d{1,20}$/, 'chs is not a number')
    .refine((text) => BigInt(text) < 2n ** 64n, 'chs has more than 64 bits')
    .optional(),
  ...credentials,
  streamid: wholeNumber(0, 0xffff_ffff, 'streamid').optional(),
  /** Unix seconds where the playback begins. */
  spbtime: seconds('spbtime').pipe(
    z.number().min(FIRST_WIRE_S, 'spbtime is before the year 2000').max(LAST_WIRE_S, 'spbtime is after the year 2099'),
  ),
  /** Seconds; what is none from 1 to 1800 becomes 60 (REPB-33). */
  duration: z.union([z.number(), z.string()]).optional(),
  /** 1 asks for the main stream, 0 for the sub stream (STRM-32). */
  main: wholeNumber(0, 1, 'main').optional(),
  /** 1 asks the server to keep what comes where its own recording has gaps (STRM-32). */
  cover: wholeNumber(0, 1, 'cover').optional(),
  /** 1, 2, 4, 8, or 0 for as fast as it goes (STRM-33). */
  speed: wholeNumber(0, 8, 'speed').optional(),
})

/** Parameters of a talk: `ws.cgi?type=talk` (STRM-04); `channel` is the device's talk channel. */
export const talkStreamSchema = channelStreamSchema.extend({ type: z.literal('talk') })

/** Parameters of a broadcast: `ws.cgi?deviceid=broadcast` (STRM-05). */
export const broadcastStreamSchema = streamCredentials.extend({ deviceid: z.literal('broadcast') })

/** Parameters of a picture: `pic.cgi` (STRM-37). `event`: the one that was fetched for an event at `t` (API2-089, API2-090). */
export const pictureSchema = z.object({
  type: z.enum(['live', 'event'], 'type is neither live nor event'),
  deviceid: deviceId,
  ch: wholeNumber(1, 255, 'ch'),
  ...credentials,
  t: seconds('t').optional(),
})

export type LiveStreamParameters = z.infer<typeof liveStreamSchema>

/** What a stream of this kind asks of its user, besides seeing the device (STRM-39). */
export const streamRights = {
  live: { anyOf: ['P_live', 'P_tree', 'F_ptz'] },
  /** The server's choice of any device: for the top administrator. */
  random: { permissionBelow: 1 },
  /** Where a device is now (REPB-40), as `positionAccess` of its rows. */
  gps: { anyOf: ['F_gps'] },
  lopb: { anyOf: ['P_lopb', 'P_gppb'] },
  /** A device's log (STRM-38). */
  syslog: { anyOf: ['F_lmdvrs_syslog'] },
  repb: { anyOf: ['P_repb'] },
  talk: { anyOf: ['F_talk'] },
  broadcast: requirements.broadcast,
} as const satisfies Record<string, Requirement>

/** Path and query of a live stream; the caller puts scheme, host and port in front. */
export function liveStreamAddress(parameters: z.input<typeof liveStreamSchema>): string {
  return address(StreamPath.live, parameters)
}

/** Path and query of a random stream. */
export function randomStreamAddress(parameters: Omit<z.input<typeof randomStreamSchema>, 'deviceid'>): string {
  return address(StreamPath.live, { deviceid: RANDOM_DEVICE, ...parameters })
}

/** Path and query of a device's positions as they come. */
export function gpsStreamAddress(parameters: Omit<z.input<typeof gpsStreamSchema>, 'type'>): string {
  return address(StreamPath.live, { type: 'gps', ...parameters })
}

/** Path and query of a device's log of one day. */
export function deviceLogAddress(parameters: Omit<z.input<typeof deviceLogSchema>, 'type'>): string {
  return address(StreamPath.log, { type: 'syslog', ...parameters })
}

/** Path and query of a playback stream. */
export function playbackStreamAddress(parameters: z.input<typeof playbackStreamSchema>): string {
  return address(StreamPath.live, parameters)
}

/** Path and query of a playback from the device. */
export function remoteStreamAddress(parameters: z.input<typeof remoteStreamSchema>): string {
  return address(StreamPath.live, parameters)
}

/** The channels that a bitmask of `chs` names; `channel` alone when it names none (STRM-09, STRM-31). */
export function channelsOf({
  chs,
  channel,
}: {
  readonly chs?: string | undefined
  readonly channel: number
}): number[] {
  const mask = BigInt(chs ?? '0')
  if (mask === 0n) return [channel]
  return Array.from({ length: 64 }, (_, bit) => bit + 1).filter((number) => ((mask >> BigInt(number - 1)) & 1n) === 1n)
}

/** The bitmask of channels 1 to 64. */
export function channelMask(channels: readonly number[]): string {
  return String(channels.reduce((mask, channel) => mask | (1n << BigInt(channel - 1)), 0n))
}

/** Path and query of a talk. */
export function talkStreamAddress(parameters: z.input<typeof talkStreamSchema>): string {
  return address(StreamPath.live, parameters)
}

/** Path and query of a broadcast. */
export function broadcastStreamAddress(parameters: z.input<typeof broadcastStreamSchema>): string {
  return address(StreamPath.live, parameters)
}

function address(path: string, parameters: object): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `${path}?${query.join('&')}`
}

/** A decimal number of a query; numbers are taken too, so that an address can be made from values. */
function wholeNumber(low: number, high: number, name: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      `${name} is not a number`,
    )
    .pipe(z.number().int().min(low, `${name} is below ${low}`).max(high, `${name} is above ${high}`))
}
