import { z } from 'zod'

/** Unix seconds, also as text: older callers send forms. */
export const secondsSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.number().int('is not whole seconds').min(0, 'is before 1970').max(253_402_300_799, 'is after the year 9999'))
