/** Speeds of local playback; 0 is a pause (LOPB-19). */
export const playbackSpeeds = [0, 0.2, 0.5, 1, 2, 4, 8, 16] as const

export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Whether a number is one of the speeds. */
export function isPlaybackSpeed(value: number): value is PlaybackSpeed {
  return (playbackSpeeds as readonly number[]).includes(value)
}

/** What a `speed` command may ask for: one of the speeds, or backwards with one of them. */
export function isCommandedSpeed(value: number): boolean {
  return isPlaybackSpeed(Math.abs(value))
}

/** Sound plays at speed 1 only (LOPB-45). */
export function playsSound(speed: number): boolean {
  return speed === 1
}

/** At 8 and 16, forwards and backwards, only pictures that need no other are sent (LOPB-45). */
export function sendsKeyFramesOnly(speed: number): boolean {
  return Math.abs(speed) >= 8
}
