import { z } from 'zod'

/** Where the main channel and the streams are. Answers anyone. */
export const protocolPath = '/gkserver/protocol'
export const protocolSchema = z.object({
  /** Port of the main channel. The stream endpoints are served there too. */
  appcommand: z.number(),
  /** Ports of the stream endpoints; the first one is to be used. */
  streamings: z.array(z.number()),
})

/** `global` asks the login page for a server address; anything else takes the page's own host. Answers anyone. */
export const serverKindPath = '/api/server'

/** A script that sets `window.gmsConfig` (see `variants`) before the application starts. Answers anyone. */
export const siteScriptPath = '/gms.js'

export type Protocol = z.infer<typeof protocolSchema>
