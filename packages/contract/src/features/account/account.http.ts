import { z } from 'zod'
import { ownProofSchema } from '../../envelope/index.ts'

/** `GET`: the sessions of the caller that have not ended; `DELETE` signs one out. */
export const ownSessionsPath = '/api/account/sessions'
/** The same of another user, for those who manage users. */
export const userSessionsPath = '/api/users/sessions'

/** `GET`: the API tokens of the caller; `POST` makes one, `DELETE` revokes one. */
export const ownTokensPath = '/api/account/tokens'
/** The same of another user, for those who manage users; nobody makes a token for another one. */
export const userTokensPath = '/api/users/tokens'

/** Whose sessions or tokens. */
export const aboutUserSchema = z.object({ name: z.string().min(1, 'is empty') })

const id = z.string().min(1, 'is empty').max(64)
/** A session or a token, by its id in the list. */
export const ownRemovalSchema = z.object({ id })
export const userRemovalSchema = aboutUserSchema.extend({ id })

/**
 * How it was opened. `console`: by a login on the login page. `site`: by another site for its external user. `connection`: a connection of the
 * main channel of another program; it ends with it. `browser`: a cookie that was requested with user and password.
 */
export const sessionKinds = ['console', 'site', 'connection', 'browser'] as const

export const openSessionSchema = z.object({
  id: z.string(),
  kind: z.enum(sessionKinds),
  /** Unix seconds; 0: before such times were recorded. */
  openedS: z.int(),
  usedS: z.int(),
  address: z.string(),
  /** What the client called itself, as `User-Agent`; may be empty. */
  client: z.string(),
  /** The call itself came by this session. */
  isCurrent: z.boolean(),
})
export type OpenSession = Readonly<z.infer<typeof openSessionSchema>>
export const openSessionsSchema = z.object({ sessions: z.array(openSessionSchema) })

/** `read`: calls, messages and streams that change nothing. `full`: what its user may do, except to change how one logs in. */
export const tokenScopes = ['read', 'full'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const TOKEN_NAME_MAX = 64
/** Tokens that a user may have at once. */
export const TOKENS_OF_USER_MAX = 32
export const TOKEN_DAYS_MAX = 366
/** What the console offers. */
export const tokenDays = [7, 30, 90, 365] as const

/** Every API token begins with it, so that one that leaked is recognised. */
export const API_TOKEN_PREFIX = 'fgt_'

export const tokenRequestSchema = z.object({
  name: z.string().trim().min(1, 'is empty').max(TOKEN_NAME_MAX, `has more than ${TOKEN_NAME_MAX} characters`),
  scope: z.enum(tokenScopes),
  days: z.int('is no number of days').min(1, 'is below 1').max(TOKEN_DAYS_MAX, `is above ${TOKEN_DAYS_MAX}`),
})
export type TokenRequest = Readonly<z.infer<typeof tokenRequestSchema>>
/** A token outlives the session it was made in: an open console is not enough to make one. */
export const provenTokenRequestSchema = tokenRequestSchema.extend(ownProofSchema.shape)

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Unix seconds. */
  createdS: z.int(),
  expiresS: z.int(),
  /** 0: never. */
  usedS: z.int(),
  /** Where it was used last; empty: never. */
  usedAddress: z.string(),
})
export type ApiToken = Readonly<z.infer<typeof apiTokenSchema>>
export const apiTokensSchema = z.object({ tokens: z.array(apiTokenSchema) })
/** `token` is shown this once: the server has a hash of it. */
export const madeTokenSchema = apiTokensSchema.extend({ token: z.string() })
