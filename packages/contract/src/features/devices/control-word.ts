// The command word of 0x8105 that an action on a device would send: the screen names it where it is not standard.
import { z } from 'zod'

/** `POST`: what `controlPath` would send to this device; refused where nothing is known to send. */
export const controlWordPath = '/gkdevice/control/word'

export const controlWordSchema = z.object({
  word: z.number().int().min(0).max(255),
  /** Whether the standard gives the word this meaning, so that every device takes it alike. */
  standard: z.boolean(),
  /** What other makers do at this word; `null`: nothing that is known. */
  elsewhere: z.enum(['cutsPower', 'restoresPower']).nullable(),
})
export type ControlWord = z.infer<typeof controlWordSchema>

/** `0xA1`. */
export const wordText = (word: number): string => `0x${word.toString(16).toUpperCase().padStart(2, '0')}`
