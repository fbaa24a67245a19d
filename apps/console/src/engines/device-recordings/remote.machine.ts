import { playDurationsS, type RemoteSpeed, remoteSpeeds } from '@fleetglass/contract/remote-playback'
import type { ShownRecord } from './shown-records.ts'

/** REPB-35, as LOPB-27 and LOPB-25. */
export const maxChannels = 9
const firstInMulti = 4

/** A stream from the device; a new number for each start (REPB-23). */
export interface Take {
  readonly streamId: number
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
}

/** What is chosen of a device's recordings, and what plays of it. */
export interface RemoteState {
  readonly record: ShownRecord | null
  /** Unix seconds where the next start begins (REPB-24). */
  readonly startS: number
  readonly durationS: number
  readonly speed: RemoteSpeed
  readonly main: boolean
  readonly multi: boolean
  readonly map: boolean
  readonly channels: readonly number[]
  readonly take: Take | null
}

/** Where a running playback stands, and the number of the stream that goes on from there; null when nothing runs. */
export interface Onward {
  readonly atS: number
  readonly streamId: number
}

export type RemoteEvent =
  | { readonly type: 'record'; readonly record: ShownRecord }
  | { readonly type: 'start'; readonly startS: number }
  | { readonly type: 'duration'; readonly durationS: number }
  | { readonly type: 'play'; readonly streamId: number }
  | { readonly type: 'stop' }
  | { readonly type: 'speed'; readonly speed: RemoteSpeed }
  | { readonly type: 'slower' }
  | { readonly type: 'faster' }
  | { readonly type: 'map' }
  | { readonly type: 'main'; readonly onward: Onward | null }
  | { readonly type: 'multi'; readonly offered: readonly number[]; readonly onward: Onward | null }
  | { readonly type: 'channel'; readonly channel: number; readonly onward: Onward | null }

export function startRemote(offered: readonly number[]): RemoteState {
  return {
    record: null,
    startS: 0,
    durationS: playDurationsS[0],
    speed: 1,
    main: false,
    multi: false,
    map: false,
    channels: offered.slice(0, 1),
    take: null,
  }
}

/** The state after an event; the same object when nothing changes (LOPB-28: a tenth channel). */
export function next(state: RemoteState, event: RemoteEvent): RemoteState {
  switch (event.type) {
    case 'record':
      // REPB-24, REPB-25.
      return { ...state, record: event.record, startS: event.record.start, speed: 1, take: null }
    case 'start':
      return { ...state, startS: event.startS, speed: 1, take: null }
    case 'duration':
      return { ...state, durationS: event.durationS }
    case 'play':
      return played(state, event.streamId)
    case 'stop':
      return { ...state, take: null }
    case 'speed':
      return { ...state, speed: event.speed }
    case 'slower':
      return { ...state, speed: stepped(state.speed, -1) }
    case 'faster':
      return { ...state, speed: stepped(state.speed, 1) }
    case 'map':
      return { ...state, map: !state.map }
    case 'main':
      return goneOn({ ...state, main: !state.main, speed: 1 }, event.onward)
    case 'multi': {
      const channels = event.offered.slice(0, state.multi ? 1 : firstInMulti)
      return goneOn({ ...state, multi: !state.multi, channels, speed: 1 }, event.onward)
    }
    case 'channel':
      return channelChosen(state, event.channel, event.onward)
  }
}

/** LOPB-28: whether choosing `channel` would be one too many. */
export function isOverMax(state: RemoteState, channel: number): boolean {
  return state.multi && !state.channels.includes(channel) && state.channels.length >= maxChannels
}

/** REPB-34: play sets speed 1. What is played ends with the record. */
function played(state: RemoteState, streamId: number): RemoteState {
  const { record, startS, durationS } = state
  if (record === null) return state
  const endS = Math.max(startS + 1, Math.min(startS + durationS, record.end))
  return { ...state, speed: 1, take: { streamId, startS, endS } }
}

/** What runs goes on from where it stands, as another stream. */
function goneOn(state: RemoteState, onward: Onward | null): RemoteState {
  const { take } = state
  if (take === null || onward === null) return { ...state, take: null }
  const startS = Math.min(Math.max(onward.atS, take.startS), take.endS - 1)
  return { ...state, take: { streamId: onward.streamId, startS, endS: take.endS } }
}

function stepped(speed: RemoteSpeed, step: number): RemoteSpeed {
  const index = remoteSpeeds.indexOf(speed) + step
  return remoteSpeeds[Math.min(remoteSpeeds.length - 1, Math.max(0, index))]!
}

function channelChosen(state: RemoteState, channel: number, onward: Onward | null): RemoteState {
  if (!state.multi) {
    if (state.channels[0] === channel) return state
    return goneOn({ ...state, channels: [channel], speed: 1 }, onward)
  }
  if (isOverMax(state, channel)) return state
  const others = state.channels.filter((number) => number !== channel)
  if (others.length === 0) return state
  const channels = others.length < state.channels.length ? others : [...others, channel].sort((a, b) => a - b)
  return goneOn({ ...state, channels, speed: 1 }, onward)
}
