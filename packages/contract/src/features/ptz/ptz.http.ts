import { z } from 'zod'
import { ptzWords } from './ptz.vcp.ts'

/** API1-58: `POST` moves a camera; answered when the device has confirmed or refused. */
export const ptzPath = '/gkdevice/ptz'

/** PTZ-08: one command. */
export const moveCameraSchema = z.object({
  deviceid: z.string(),
  channel: z.number().int().min(1, 'is no channel').max(255, 'is no channel'),
  cmd: z.enum(ptzWords, 'is no command for a camera'),
})
