/** Close codes of `ws.cgi` (STRM-26, STRM-27); each but `ended` is preceded by an error message with the same code. */
export const StreamClose = {
  ended: 1000,
  badCredentials: 4401,
  noRight: 4403,
  unknownDevice: 4404,
  deviceOffline: 4409,
  noRecord: 4410,
  tooManyStreams: 4429,
  deviceFailure: 4500,
} as const

export type StreamCloseCode = (typeof StreamClose)[keyof typeof StreamClose]

/**
 * Whether a tile may try again by itself: not after the normal end (STRM-26), nor after an answer that asking again does
 * not change (STRM-27). 4410 is one of these: what was not recorded then is not recorded later, and another time is
 * another question.
 */
export function mayReconnect(closeCode: number): boolean {
  switch (closeCode) {
    case StreamClose.ended:
    case StreamClose.badCredentials:
    case StreamClose.noRight:
    case StreamClose.unknownDevice:
    case StreamClose.noRecord:
      return false
    default:
      return true
  }
}
