import { z } from 'zod'

/** Counts end here: it is shown as "or more". */
export const OLD_DATA_COUNT_MAX = 10_000

/** Positions are counted as the vehicles that have old ones. */
export const oldDataKinds = ['recordings', 'events', 'talks', 'audit', 'streams', 'positions'] as const

/** What some days would delete, or what is due for deletion now when they are already saved. */
export const oldDataAnswerSchema = z.object({
  hasError: z.literal(false),
  message: z.string(),
  /** Kinds whose days are 0 are left out. */
  old: z.array(
    z.object({
      kind: z.enum(oldDataKinds),
      /** What is older goes. */
      beforeMs: z.number(),
      count: z.int().min(0).max(OLD_DATA_COUNT_MAX),
    }),
  ),
})
export type OldData = z.infer<typeof oldDataAnswerSchema>['old'][number]
