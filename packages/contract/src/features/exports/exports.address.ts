import { z } from 'zod'
import { deviceLogSchema, pictureSchema, playbackStreamSchema, StreamPath } from '../../streams/index.ts'
import { exportDurationS } from './exports.rules.ts'

/** Parameters of both halves of a cut, `web.cgi?type=lopbmp4ask` and `lopbmp4get` (STRM-10, STRM-11). */
export const exportSchema = z.object({
  type: z.enum(['lopbmp4ask', 'lopbmp4get'], 'type is neither lopbmp4ask nor lopbmp4get'),
  deviceid: pictureSchema.shape.deviceid,
  ch: pictureSchema.shape.ch,
  user: pictureSchema.shape.user,
  password: pictureSchema.shape.password,
  /** Unix seconds where the cut begins. */
  spbtime: playbackStreamSchema.shape.spbtime,
  /** As it is meant, whatever it says (MP4-33). */
  duration: z.unknown().transform(exportDurationS),
  /** Seconds that the clock of the file's name is ahead of UTC; the server's own where it is not said. */
  tz: deviceLogSchema.shape.tz.removeDefault().optional(),
})

export interface ExportParameters {
  readonly deviceid: string
  readonly ch: number
  readonly user: string
  readonly password: string
  readonly spbtime: number
  readonly duration: number
  readonly tz?: number
}

/** Path and query of the question, or of the file. */
export function exportAddress(type: 'lopbmp4ask' | 'lopbmp4get', parameters: ExportParameters): string {
  const query = Object.entries({ type, ...parameters }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${StreamPath.file}?${query.join('&')}`
}
