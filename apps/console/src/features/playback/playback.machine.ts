import { playbackSpeeds } from '@fleetglass/contract/playback'

/** LOPB-19: 0 pauses. */
export const speeds: readonly number[] = playbackSpeeds
/** LOPB-27. */
export const maxChannels = 9
/** LOPB-25. */
const firstInMulti = 4

/** What is played and how. `take` counts the starts: each is a stream of its own (LOPB-31). */
export interface PlaybackState {
  readonly deviceId: string
  /** Unix seconds of the latest start; null: no time chosen, nothing plays (LOPB-18). */
  readonly startS: number | null
  readonly take: number
  readonly speed: number
  readonly multi: boolean
  readonly channels: readonly number[]
}

export type PlaybackEvent =
  | { readonly type: 'device'; readonly deviceId: string; readonly offered: readonly number[] }
  /** A time was chosen, on the grids, on the bar or by a jump. */
  | { readonly type: 'time'; readonly startS: number }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'slower' }
  | { readonly type: 'faster' }
  /** `atS`: where the picture stands now, so that the new channels go on from there. */
  | { readonly type: 'multi'; readonly on: boolean; readonly offered: readonly number[]; readonly atS: number | null }
  | { readonly type: 'channel'; readonly channel: number; readonly atS: number | null }

export function startPlayback(deviceId: string, offered: readonly number[]): PlaybackState {
  return { deviceId, startS: null, take: 0, speed: 1, multi: false, channels: offered.slice(0, 1) }
}

/** The state after an event; the same object when nothing changes (LOPB-28: a tenth channel). */
export function next(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  switch (event.type) {
    case 'device':
      return { ...startPlayback(event.deviceId, event.offered), take: state.take }
    case 'time':
      return { ...state, startS: event.startS, take: state.take + 1, speed: 1 }
    case 'play':
      return { ...state, speed: 1 }
    case 'pause':
      return { ...state, speed: 0 }
    case 'slower':
      return { ...state, speed: stepped(state.speed, -1) }
    case 'faster':
      return { ...state, speed: stepped(state.speed, 1) }
    case 'multi': {
      const channels = event.offered.slice(0, event.on ? firstInMulti : 1)
      return restarted({ ...state, multi: event.on, channels, speed: 1 }, event.atS)
    }
    case 'channel':
      return channelChosen(state, event.channel, event.atS)
  }
}

/** LOPB-28: whether choosing `channel` would be one too many. */
export function isOverMax(state: PlaybackState, channel: number): boolean {
  return state.multi && !state.channels.includes(channel) && state.channels.length >= maxChannels
}

function stepped(speed: number, step: number): number {
  const index = speeds.indexOf(speed) + step
  return speeds[Math.min(speeds.length - 1, Math.max(0, index))]!
}

function channelChosen(state: PlaybackState, channel: number, atS: number | null): PlaybackState {
  if (!state.multi) {
    if (state.channels[0] === channel) return state
    return restarted({ ...state, channels: [channel], speed: 1 }, atS)
  }
  if (isOverMax(state, channel)) return state
  if (!state.channels.includes(channel))
    return restarted({ ...state, channels: [...state.channels, channel].sort((a, b) => a - b), speed: 1 }, atS)
  if (state.channels.length === 1) return state
  return { ...state, channels: state.channels.filter((number) => number !== channel) }
}

/** All channels begin together where the picture stands, so that they stay on one clock. */
function restarted(state: PlaybackState, atS: number | null): PlaybackState {
  if (state.startS === null) return state
  return { ...state, startS: atS ?? state.startS, take: state.take + 1 }
}
