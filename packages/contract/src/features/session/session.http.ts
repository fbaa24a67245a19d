import { z } from 'zod'
import { passwordHashSchema, secondFactorCodeSchema } from '../../envelope/index.ts'

/** Where the main channel and the streams are. Answers anyone. */
export const protocolPath = '/gkserver/protocol'
export const protocolSchema = z.object({
  /** Port of the main channel. The stream endpoints are served there too. */
  appcommand: z.number(),
  /** Ports of the stream endpoints; the first one is to be used. */
  streamings: z.array(z.number()),
})

/** API2-007: what is open and holds now, for clients. Consoles need the two above. */
export interface OpenProtocol extends z.infer<typeof protocolSchema> {
  /** The first of `streamings`. */
  readonly streaming: number
  /** UDP, for reports of devices. */
  readonly heartbeat: number
  readonly http: number
  readonly https: number
  readonly sslonly: boolean
  readonly disablelivestream: boolean
}

/** `global` asks the login page for a server address; anything else takes the page's own host. Answers anyone. */
export const serverKindPath = '/api/server'

/** A script that sets `window.gmsConfig` (see `variants`) before the application starts. Answers anyone. */
export const siteScriptPath = '/gms.js'

/**
 * In the address of a page: it runs the options of the configuration file in place of the script that was saved, so that a script
 * that blocks the console can be corrected. The same in the address of the script; it sets `window.gmsSafeMode` then.
 */
export const safeModeQuery = 'safemode=1'

export function isSafeMode(url: string): boolean {
  return url.split('?')[1]?.split('&').includes(safeModeQuery) === true
}

/**
 * A script that runs before the site script and sets `window.gmsMap`: the map settings that were saved, which win over
 * `window.gmsConfig`. From then on `window.gmsScriptError` is the last error of the site script. Answers anyone.
 */
export const mapScriptPath = '/gms-map.js'

export type Protocol = z.infer<typeof protocolSchema>

const credentials = { username: z.string(), password: passwordHashSchema }

/**
 * Asks, in the strict deployment only, whether user and hash are right and whether the password has expired, before a
 * login is tried. Elsewhere the path is unknown.
 */
export const verifyUserPath = '/gkserver/verifyUser'
export const verifyUserRequestSchema = z.object(credentials)
/** `expired` is returned only for a correct password: `{valid: true, expired: true}`. */
export const verifiedUserSchema = z.object({ hasError: z.literal(false), valid: z.boolean(), expired: z.boolean() })

/** `PUT`: another password. A password that has expired may still be used for this call. */
export const passwordPath = '/gkserver/passwd'
export const passwordChangeSchema = z.object({
  ...credentials,
  newpass: passwordHashSchema,
  /** Of a user with a second factor, unless the session cookie of the user comes with the call. */
  code: secondFactorCodeSchema.optional(),
})
/** Both fields are always there; `message` is a sentence for the person who asked. */
export const passwordChangedSchema = z.object({ hasError: z.boolean(), message: z.string() })

/**
 * `POST` with user and hash sets the session cookie, which every GET that is not for anyone needs; `DELETE` ends it. The
 * cookie cannot be read by scripts and goes nowhere but to the server that set it.
 */
export const sessionPath = '/gkserver/session'
export const sessionRequestSchema = z.object({ ...credentials, code: secondFactorCodeSchema.optional() })
export const sessionAnswerSchema = z.object({ hasError: z.literal(false) })

/** Name of the session cookie. */
export const SESSION_COOKIE = 'fleetglass_session'

/** The answer to a password that was changed. */
export const PASSWORD_CHANGED = 'the password was changed'
