/** Speeds of remote playback; 0 is unlimited (REPB-21, REPB-34). */
export const remoteSpeeds = [1, 2, 4, 8, 0] as const

export type RemoteSpeed = (typeof remoteSpeeds)[number]

/** Whether a number is one of the speeds. */
export function isRemoteSpeed(value: number): value is RemoteSpeed {
  return (remoteSpeeds as readonly number[]).includes(value)
}

/** The multiple code of JT/T 1078 for a speed; unlimited is asked as the highest (STRM-33). */
export function speedCodeOf(speed: RemoteSpeed): number {
  const codes = { 1: 1, 2: 2, 4: 3, 8: 4, 0: 5 } as const
  return codes[speed]
}

/** What may be played at once, seconds (REPB-09, REPB-10). */
export const playDurationsS = [60, 120, 180, 240, 300] as const

const USUAL_DURATION_S = 60
const LONGEST_PLAYBACK_S = 1800

/** REPB-33: 1 to 1800 s; any other value is 60 s. */
export function playbackDurationS(asked: number): number {
  return asked >= 1 && asked <= LONGEST_PLAYBACK_S ? asked : USUAL_DURATION_S
}

/** REPB-16: the start-time slider. */
export const SLIDER_SEGMENTS = 100

/** REPB-38: the second that a slider position stands for. */
export function sliderTimeS(record: { readonly start: number; readonly end: number }, position: number): number {
  return Math.floor(record.start + ((record.end - record.start) * position) / SLIDER_SEGMENTS)
}
