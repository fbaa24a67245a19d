// Belongs here: why there is no playback, in words for the person who waits for it. Does not: when (device-playback.ts).

/** Results of the terminal's general answer, JT/T 808 table 5. */
const refusals: Readonly<Record<number, string>> = { 1: 'failed', 2: 'wrong message', 3: 'not supported' }

/** What the gateway says when a media line ends. */
const endings: Readonly<Record<string, string>> = {
  ended: 'the device closed it before the end of the recording',
  silent: "nothing came over it any more: look at the device's mobile network",
  junk: 'what came over it is not JT/T 1078',
}

export const explain = {
  offline: () => 'The device is offline.',
  wentOffline: () => 'The device went offline.',
  usedUp: () =>
    'The device has used up its traffic of this month. Recordings come again when the month ends or its limit is raised.',
  removed: () => 'The device was removed.',
  noRecord: () => 'The device has no recording at this time.',
  rejected: (result: number) =>
    `The device refused to play this channel (answer ${result}: ${refusals[result] ?? 'unknown'}).`,
  noAnswer: () =>
    'The device did not answer the request for its recording. Check its mobile network, and that it supports JT/T 1078 playback.',
  notSent: () => 'The request could not be sent to the device; the log of the server says why.',
  noConnection: (waitedMs: number) =>
    `The device agreed but no video connection of its came in ${waitedMs / 1000} s. Check that it reaches this server's media port (7078 unless set otherwise).`,
  noPicture: (waitedMs: number) => `The device is connected but sent no picture and no sound in ${waitedMs / 1000} s.`,
  broke: (reason: string) => `The video connection ended: ${endings[reason] ?? reason}.`,
} as const
