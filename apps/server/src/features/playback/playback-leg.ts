import { sendsKeyFramesOnly } from '@fleetglass/contract/playback'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { PictureFinder, PictureRun } from './picture-finder.ts'

/** What is on its way to the viewer; a seek, and a change of the way, begins another. */
export type Leg =
  | { readonly way: 'forward' | 'forward-keys' | 'backward' | 'backward-keys'; readonly fromMs: number }
  /** One picture, and then nothing until something is asked for. */
  | {
      readonly way: 'still'
      readonly find: (finder: PictureFinder) => Promise<PictureRun | null>
      readonly atMs?: number
    }

export type StillLeg = Extract<Leg, { way: 'still' }>
export type MovingLeg = Exclude<Leg, StillLeg>

export function pictureOf(run: PictureRun): MediaFrame {
  return run.at(-1) ?? run[0]
}

export function wayOf(speed: number): MovingLeg['way'] {
  if (speed < 0) return sendsKeyFramesOnly(speed) ? 'backward-keys' : 'backward'
  return sendsKeyFramesOnly(speed) ? 'forward-keys' : 'forward'
}

export function stillAt(atMs: number, keyFrame: boolean): StillLeg {
  return { way: 'still', find: (finder) => finder.at(atMs, { keyFrame }), atMs }
}
