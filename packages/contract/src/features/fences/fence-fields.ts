// Fields that fences, shapes and planned routes share.
import { z } from 'zod'

/** Circles, and planned routes: numbered 0 to 31 on the wire, 1 to 32 on screens. */
export const SLOTS = 32

/** Characters. */
export const TITLE_MAX = 60
/** Devices of one fence, shape or route. */
export const FENCE_DEVICES_MAX = 20_000

export const flagField = z.union([z.literal(0), z.literal(1)], 'is neither 0 nor 1')
export const latField = z.number('is not a number').min(-90, 'lies beyond a pole').max(90, 'lies beyond a pole')
export const lngField = z
  .number('is not a number')
  .min(-180, 'is not a longitude: it lies within 180 degrees')
  .max(180, 'is not a longitude: it lies within 180 degrees')
export const placeField = z.object({ lat: latField, lng: lngField })

export const titleField = z
  .string('is not a text')
  .max(TITLE_MAX, `has more than ${TITLE_MAX} characters`)
  .refine((text) => !text.includes("'"), 'has a single quote in it')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  .refine((text) => !/[\x00-\x1f\x7f]/.test(text), 'has a control character in it')

/** Ids of devices, each once. */
export const devicesField = z
  .array(z.string('is not a device id').max(31, 'is not a device id'), 'is not a list of device ids')
  .max(FENCE_DEVICES_MAX, `names more than ${FENCE_DEVICES_MAX} devices`)
  .transform((ids) => [...new Set(ids)])

/** A zero is how an empty slot is written: no fence stands on the equator or the meridian of Greenwich to the millionth. */
export function isNowhere({ lat, lng }: { readonly lat: number; readonly lng: number }): boolean {
  return lat === 0 || lng === 0
}
