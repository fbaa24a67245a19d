// Circles that vehicles enter and leave: 32 numbered places to keep one in.
import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { devicesField, flagField, isNowhere, latField, lngField, SLOTS, titleField } from './fence-fields.ts'

/** `GET`: all slots in order, the empty ones too. */
export const fenceListPath = '/gkserver/fencelist'
/** `GET` and `PUT` of one slot: `fencePath(index)`. */
export const FENCE_ROUTE = '/gkserver/fence/:index'
export function fencePath(index: number): string {
  return `/gkserver/fence/${index}`
}

/** Who may change a fence or a shape. */
export const fenceWriteAccess: Requirement = requirements.fences

export const FENCE_SLOTS = SLOTS
/** A circle that is wider is no fence: a polygon describes a country better. */
export const RADIUS_MAX_M = 100_000

/** A fence as it is returned. `devices`: of those the caller sees. */
export const fenceSchema = z.object({
  title: z.string(),
  enable: flagField,
  lat: z.number(),
  lng: z.number(),
  /** Metres. */
  radius: z.number(),
  trigger_in: flagField,
  trigger_out: flagField,
  devices: z.array(z.string()),
})
export type Fence = z.infer<typeof fenceSchema>

/** An unused slot. */
export const emptyFence: Fence = {
  title: '',
  enable: 0,
  lat: 0,
  lng: 0,
  radius: 0,
  trigger_in: 0,
  trigger_out: 0,
  devices: [],
}

export const fenceListSchema = z.array(fenceSchema.extend({ index: z.int() }))

/** What is saved. A slot is emptied with zero coordinates and `enable` 0. */
export const fenceRequestSchema = z
  .object({
    title: titleField,
    enable: flagField,
    lat: latField,
    lng: lngField,
    radius: z
      .int('is not a whole number of metres')
      .min(0, 'is below 0')
      .max(RADIUS_MAX_M, `is more than ${RADIUS_MAX_M / 1000} km`),
    trigger_in: flagField,
    trigger_out: flagField,
    devices: devicesField,
  })
  .superRefine((fence, context) => {
    const fault = fenceFault(fence)
    if (fault !== null) context.addIssue({ code: 'custom', ...fault })
  })

function fenceFault(fence: Omit<Fence, 'devices'>): { path: [keyof Fence]; message: string } | null {
  if (isNowhere(fence)) {
    return fence.enable === 0
      ? null
      : { path: ['enable'], message: 'a fence without a place (latitude or longitude 0) cannot be enabled' }
  }
  if (fence.title === '') return { path: ['title'], message: 'is empty' }
  return fence.radius === 0 ? { path: ['radius'], message: 'is 0: a fence has a radius of at least a metre' } : null
}
