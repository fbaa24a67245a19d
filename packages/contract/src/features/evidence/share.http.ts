// Share links: an evidence package for somebody without an account.
import { z } from 'zod'
import { passwordHashSchema, secret } from '../../envelope/index.ts'
import { evidenceIdSchema } from './evidence.http.ts'
import { EVIDENCE_CHANNELS, EVIDENCE_RECEIVER_MAX } from './evidence.rules.ts'

/** `GET` with `id` of a package lists its links that still open it; `POST` makes one; `DELETE` with `share` revokes one. */
export const evidenceSharesPath = '/api/evidence/shares'
/** `POST` with the token of a link: what the package is. Sets a cookie that opens the two paths below, so that no address holds a secret. */
export const sharedEvidencePath = '/api/shared-evidence'
/** `GET` with `share` and `channel`: the recording of a channel as MP4, with byte ranges. */
export const sharedVideoPath = '/api/shared-evidence/video'
/** `GET` with `share`: the ZIP, with byte ranges. */
export const sharedFilePath = '/api/shared-evidence/file'
/** How long a link opens its package, hours. */
export const shareHours = [1, 6, 24, 72, 168, 720] as const
export type ShareHours = (typeof shareHours)[number]

const shareId = z.string().regex(/^[0-9a-f]{16}$/)

export const shareRequestSchema = evidenceIdSchema.extend({
  hours: z.union(shareHours.map((hours) => z.literal(hours))),
  /** For whom it is, as the chain of custody calls them; empty: by its number. */
  receiver: z
    .string()
    .trim()
    .max(EVIDENCE_RECEIVER_MAX)
    .refine((text) => !/[\p{Cc}\p{Cf}]/u.test(text), 'has characters that cannot be shown')
    .default(''),
  /** Left out: the link alone opens the package. */
  linkPassword: passwordHashSchema.optional(),
})
export type ShareRequest = z.infer<typeof shareRequestSchema>

export const shareIdSchema = z.object({ share: shareId })

export const evidenceShareSchema = z.object({
  share: shareId,
  /** As the chain of custody calls it. */
  name: z.string(),
  user: z.string(),
  /** Unix seconds: when it was made, and when it ends. */
  time: z.number().int(),
  expires: z.number().int(),
  hasPassword: z.boolean(),
})
export type EvidenceShare = z.infer<typeof evidenceShareSchema>
export const evidenceSharesSchema = z.array(evidenceShareSchema)

/** The token is answered once and stored nowhere. */
export const madeShareSchema = z.object({ token: z.string(), share: evidenceShareSchema })
export type MadeShare = z.infer<typeof madeShareSchema>

/** A token that is no token is answered like one that nobody made. */
export const sharedRequestSchema = z.object({
  token: secret(z.string().max(200)),
  linkPassword: passwordHashSchema.optional(),
})
export type SharedRequest = z.infer<typeof sharedRequestSchema>

/** What the page of a link shows, from the manifest of the package. Times are unix ms. */
export const sharedEvidenceSchema = z.object({
  share: shareId,
  expiresMs: z.number().int(),
  vehicle: z.string(),
  deviceId: z.string(),
  reason: z.string(),
  madeBy: z.string(),
  madeMs: z.number().int(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  /** Of the vehicle, minutes east of UTC. */
  utcOffsetMinutes: z.number().int(),
  /** With a recording in the package. */
  channels: z.array(z.number().int().min(1).max(EVIDENCE_CHANNELS)),
  /** The key that packages of this site are signed with, 64 hex digits. */
  publicKey: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
})
export type SharedEvidence = z.infer<typeof sharedEvidenceSchema>

export const sharedVideoSchema = z.object({
  share: shareId,
  channel: z.coerce.number().int().min(1).max(EVIDENCE_CHANNELS),
})

export const sharedVideoAddress = ({ share, channel }: z.output<typeof sharedVideoSchema>): string =>
  `${sharedVideoPath}?share=${share}&channel=${channel}`
export const sharedFileAddress = (share: string): string => `${sharedFilePath}?share=${share}`
