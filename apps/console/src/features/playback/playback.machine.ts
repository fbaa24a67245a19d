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
  /** The channels that had no record at this time, in the order they were tried; the first is the requested one. */
  readonly withoutRecord: readonly number[]
}

export type PlaybackEvent =
  | { readonly type: 'device'; readonly deviceId: string; readonly offered: readonly number[] }
  /** A time was chosen, on the grids, on the bar or by a jump. */
  | { readonly type: 'time'; readonly startS: number }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'slower' }
  | { readonly type: 'faster' }
  /** Backwards from here; when it goes backwards already, forwards again. */
  | { readonly type: 'reverse' }
  /** Plays in this direction; when it does already, at the next speed. */
  | { readonly type: 'run'; readonly direction: 1 | -1 }
  /** `atS`: where the picture stands now, so that the new channels go on from there. */
  | { readonly type: 'multi'; readonly on: boolean; readonly offered: readonly number[]; readonly atS: number | null }
  | { readonly type: 'channel'; readonly channel: number; readonly atS: number | null }
  /** The stream server has no record of a channel at the time of this take. */
  | { readonly type: 'no-record'; readonly channel: number; readonly take: number; readonly offered: readonly number[] }

export function startPlayback(deviceId: string, offered: readonly number[]): PlaybackState {
  return { deviceId, startS: null, take: 0, speed: 1, multi: false, channels: offered.slice(0, 1), withoutRecord: [] }
}

/** The state after an event; the same object when nothing changes (LOPB-28: a tenth channel). */
export function next(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  switch (event.type) {
    case 'device':
      return { ...startPlayback(event.deviceId, event.offered), take: state.take }
    case 'time':
      return { ...state, startS: event.startS, take: state.take + 1, speed: 1, withoutRecord: [] }
    case 'play':
      return { ...state, speed: 1 }
    case 'pause':
      return { ...state, speed: 0 }
    case 'slower':
      return { ...state, speed: stepped(state.speed, -1) }
    case 'faster':
      return { ...state, speed: stepped(state.speed, 1) }
    case 'reverse':
      return state.startS === null ? state : { ...state, speed: state.speed < 0 ? 1 : -1 }
    case 'run':
      if (state.startS === null) return state
      if (Math.sign(state.speed) !== event.direction) return { ...state, speed: event.direction }
      return { ...state, speed: stepped(state.speed, 1) }
    case 'multi': {
      const channels = event.offered.slice(0, event.on ? firstInMulti : 1)
      return restarted({ ...state, multi: event.on, channels, speed: 1, withoutRecord: [] }, event.atS)
    }
    case 'channel':
      return channelChosen(state, event.channel, event.atS)
    case 'no-record':
      return event.take === state.take ? otherChannel(state, event.channel, event.offered) : state
  }
}

/** The requested channel and the one that is shown in its place; null when they are the same. */
export function standIn(state: PlaybackState): { readonly asked: number; readonly shown: number } | null {
  const [asked] = state.withoutRecord
  const [shown] = state.channels
  return asked === undefined || shown === undefined || asked === shown ? null : { asked, shown }
}

/** A single channel without record gives way to the next one not tried yet; after the last, it comes back with a message. */
function otherChannel(state: PlaybackState, channel: number, offered: readonly number[]): PlaybackState {
  if (state.multi || state.channels[0] !== channel || state.withoutRecord.includes(channel)) return state
  const withoutRecord = [...state.withoutRecord, channel]
  const shown = offered.find((number) => !withoutRecord.includes(number)) ?? withoutRecord[0]!
  return { ...state, channels: [shown], withoutRecord }
}

/** LOPB-28: whether choosing `channel` would be one too many. */
export function isOverMax(state: PlaybackState, channel: number): boolean {
  return state.multi && !state.channels.includes(channel) && state.channels.length >= maxChannels
}

/** Backwards, slower and faster mean the same. */
function stepped(speed: number, step: number): number {
  const index = speeds.indexOf(Math.abs(speed)) + step
  const found = speeds[Math.min(speeds.length - 1, Math.max(0, index))]!
  return speed < 0 && found > 0 ? -found : found
}

function channelChosen(state: PlaybackState, channel: number, atS: number | null): PlaybackState {
  if (!state.multi) {
    if (state.channels[0] === channel) return state
    return restarted({ ...state, channels: [channel], speed: 1, withoutRecord: [] }, atS)
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
