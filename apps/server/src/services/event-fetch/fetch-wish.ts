// Belongs here: what a download plan wants of an event. Pure. Does not: which plan applies (services/event-plans), fetching.
import { type DownloadSettings, isInTimeParts } from '@fleetglass/contract/event-plans'

/** A recorder closes the file of a moment some seconds after it. */
const SETTLE_S = 5

export interface FootageWish {
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
  readonly channels: readonly number[]
  readonly mainChannels: readonly number[]
  readonly audio: boolean
  readonly accOffOnly: boolean
  /** The device has recorded all of it by then; an event whose device has a clock that is ahead waits for its time. */
  readonly notBeforeS: number
}

export interface FetchWish {
  readonly footage: FootageWish | null
  /** Channels of which a picture is taken. */
  readonly snapshots: readonly number[]
  /** Channels of the plan, where the device has none of them: a plan for many devices may name more than one of them has. */
  readonly absent: readonly number[]
  /** `ftp://` address; empty: nothing is uploaded. */
  readonly upload: string
}

/** What is known of the device. */
export interface FetchContext {
  readonly hasChannel: (channel: number) => boolean
  /** Unix seconds of the events of this device and code that were fetched last. */
  readonly fetchedS: readonly number[]
}

/** `null`: nothing is fetched. */
export function wishOf(
  timeS: number,
  plan: DownloadSettings,
  { hasChannel, fetchedS }: FetchContext,
): FetchWish | null {
  if (plan.action !== 'fetch') return null
  if (plan.isTimed && !isInTimeParts(plan.timeParts, timeS)) return null
  // Either side: events of a device's memory come in any order.
  if (fetchedS.some((oneS) => Math.abs(timeS - oneS) < plan.intervalS)) return null
  const channels = plan.channels.filter(hasChannel)
  const { startS, endS } = windowOf(timeS, plan)
  const footage = {
    startS,
    endS,
    channels,
    mainChannels: channels.filter((channel) => plan.mainStreamChannels.includes(channel)),
    audio: plan.media.audio,
    accOffOnly: plan.accOffOnly,
    notBeforeS: endS + SETTLE_S,
  }
  return {
    footage: plan.media.video && endS > startS && channels.length > 0 ? footage : null,
    snapshots: plan.media.snapshot ? channels : [],
    absent: channels.length === 0 ? plan.channels : [],
    upload: plan.isUploaded ? plan.uploadUrl : '',
  }
}

/** The end is cut first, so that a clip that is too long still has the moment of the event. */
function windowOf(
  timeS: number,
  { beforeS, afterS, longestS }: DownloadSettings,
): { readonly startS: number; readonly endS: number } {
  const mostS = longestS === 0 ? Number.POSITIVE_INFINITY : longestS
  const startS = timeS - Math.min(beforeS, mostS)
  return { startS, endS: Math.min(timeS + afterS, startS + mostS) }
}
