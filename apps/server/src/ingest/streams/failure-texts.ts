// Belongs here: why there is no picture, in words for the user, with what to check. Does not: when
// a channel has failed (channel.machine.ts).
import type { MediaFrame } from '../../ports/live-media/index.ts'

/** Results of the terminal's general answer, JT/T 808 table 5. */
const refusals: Readonly<Record<number, string>> = { 1: 'failed', 2: 'wrong message', 3: 'not supported' }

/** What the gateway says when it ends a media connection. */
const endings: Readonly<Record<string, string>> = {
  ended: 'the device closed it',
  silent: "nothing came over it any more: look at the device's mobile network",
  junk: 'what came over it is not JT/T 1078',
}

const codecs: Readonly<Record<number, string>> = { 98: 'H.264', 99: 'H.265' }

const streamName = (main: boolean): string => (main ? 'main stream' : 'sub stream')

/** Facts of the steps on the way to a picture, and why one was not reached. */
export const explain = {
  asks: (main: boolean) => `0x9101 sent for the ${streamName(main)}.`,
  accepted: (received: { readonly host: string; readonly port: number } | null) =>
    received === null
      ? 'The device agreed.'
      : `The device agreed. It was requested to connect to ${received.host}, port ${received.port}.`,
  otherStream: (main: boolean) => `The device did not send its ${streamName(main)}: the other one is asked for.`,
  picture: ({ codec, config }: Pick<MediaFrame, 'codec' | 'config'>) =>
    `${codecs[codec] ?? `coding ${codec}`}${config ? `, ${config.width} x ${config.height}` : ''}`,
  picturesWithoutKeyFrame: () =>
    'Pictures come, but no key frame that the first one could be shown from. Set a shorter interval of key frames on the camera.',
  anotherChannel: (channel: number) => `The device sent channel ${channel}, which was not asked for.`,
  offline: () => 'The device is offline.',
  wentOffline: () => 'The device went offline before its picture came.',
  rejected: (result: number) =>
    `The device refused to send this channel (answer ${result}: ${refusals[result] ?? 'unknown'}). Check that it has this channel with a camera, and that no other platform uses its video.`,
  noAnswer: () =>
    'The device did not answer the request for video. Check its mobile network, and that it supports JT/T 1078.',
  notSent: () => 'The request for video could not be sent to the device; the log of the server says why.',
  noConnection: (waitedMs: number) =>
    `The device agreed but no video connection of its came in ${waitedMs / 1000} s. Check that it reaches this server's media port (7078 unless set otherwise) at the address it uses for positions, through firewall and router, and that the terminal number in its video is the one of this device.`,
  noMedia: (peer: string, waitedMs: number) =>
    `The device is connected from ${peer} but sent no picture in ${waitedMs / 1000} s that can be shown. Check that a camera is on this channel, and that it sends H.264 or H.265.`,
  noKeyFrame: (peer: string, waitedMs: number) =>
    `Video comes from ${peer}, but no key frame in ${waitedMs / 1000} s, so that it cannot be shown. Set a shorter interval of key frames on the camera.`,
  closed: (reason: string) => `The video connection ended: ${endings[reason] ?? reason}.`,
  forbidden: () => 'Streaming is switched off for this device.',
  monthUsedUp: () =>
    'The device has used up its traffic of this month. Video comes again when the month ends or its limit is raised.',
} as const
