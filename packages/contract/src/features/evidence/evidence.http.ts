// Evidence packages: recordings and what belongs to them, in one signed ZIP (packages/evidence).
import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { streamCredentials } from '../../streams/index.ts'
import { lockAccess } from '../exports/index.ts'
import { EVIDENCE_CHANNELS, EVIDENCE_REASON_MAX, EVIDENCE_S_MAX } from './evidence.rules.ts'

/** `GET` lists packages of devices that the caller sees, the newest first; `POST` makes one; `DELETE` releases one. */
export const evidencePath = '/api/evidence'
/** `GET`: who made, saw, downloaded, shared and released a package, and when. */
export const custodyPath = '/api/evidence/custody'
/** `GET`: the public key of the site. */
export const evidenceKeyPath = '/api/evidence/key'
/** `GET` with `user` and `password` in the query: the ZIP, with byte ranges. */
export const evidenceFilePath = '/api/evidence/file'
/** `GET` with `language` and `tz` (minutes east of UTC): a PDF file with the record of a package and its chain of custody. */
export const evidenceCoverPath = '/api/evidence/cover'

/** As for locking recordings: what is in a package is locked. */
export const evidenceAccess: Requirement = lockAccess
/** Releasing deletes the package and lets the recordings be deleted again. */
export const releaseAccess: Requirement = requirements.groupSettings

const unixS = z.number().int().nonnegative().max(99_999_999_999)
const id = z.string().regex(/^[0-9a-f]{32}$/)

export const evidenceRequestSchema = z
  .object({
    deviceid: z.string().min(1).max(31),
    channels: z
      .array(z.number().int().min(1).max(EVIDENCE_CHANNELS))
      .min(1)
      .max(EVIDENCE_CHANNELS)
      .refine((channels) => new Set(channels).size === channels.length, 'names a channel twice'),
    /** Unix seconds, `[start, end)`. */
    start: unixS,
    end: unixS,
    reason: z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(EVIDENCE_REASON_MAX)
      .refine((text) => !/[\p{Cc}\p{Cf}]/u.test(text), 'has characters that cannot be shown'),
  })
  .refine(({ start, end }) => end > start, { path: ['end'], message: 'is not after the start' })
  .refine(({ start, end }) => end - start <= EVIDENCE_S_MAX, { path: ['end'], message: 'is too far from the start' })
export type EvidenceRequest = z.infer<typeof evidenceRequestSchema>

export const evidenceIdSchema = z.object({ id })

/** `waiting`: for its turn. `ready` and `failed` are over. */
export const evidenceStates = ['waiting', 'making', 'ready', 'failed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Why a package was not made. */
export const evidenceFailures = ['nothing-recorded', 'disk-full', 'not-readable', 'device-removed'] as const
export type EvidenceFailure = (typeof evidenceFailures)[number]

export const evidencePackageSchema = z.object({
  id,
  deviceid: z.string(),
  channels: z.array(z.number().int()),
  /** Unix seconds, `[start, end)`. */
  start: z.number().int(),
  end: z.number().int(),
  reason: z.string(),
  user: z.string(),
  /** Unix seconds when it was asked for. */
  time: z.number().int(),
  state: z.enum(evidenceStates),
  failure: z.enum(evidenceFailures).nullable(),
  percent: z.number().int().min(0).max(100),
  bytes: z.number().int(),
  /** The track and the places of its events are in it: only who may see positions may download it. */
  track: z.boolean(),
})
export type EvidencePackage = z.infer<typeof evidencePackageSchema>
export const evidenceListSchema = z.array(evidencePackageSchema)

export const custodyActs = [
  'requested',
  'made',
  'failed',
  'viewed',
  'downloaded',
  'released',
  // A share link: made, revoked, opened, and the recording of a channel watched through it.
  'shared',
  'revoked',
  'opened',
  'watched',
] as const
export type CustodyAct = (typeof custodyActs)[number]
export const custodySchema = z.array(
  z.object({
    time: z.number().int(),
    /** Empty where somebody without an account did it, by a share link. */
    user: z.string(),
    address: z.string(),
    act: z.enum(custodyActs),
    /** The share link by which it was done, or which was made or revoked; empty: none. */
    link: z.string(),
    /** 0: the whole package. */
    channel: z.number().int(),
  }),
)
export type CustodyEntry = z.infer<typeof custodySchema>[number]

export const evidenceKeySchema = z.object({ publicKey: z.string(), fingerprint: z.string() })

export const evidenceFileSchema = streamCredentials.extend({ id })

export const evidenceCoverSchema = evidenceIdSchema.extend({
  /** As `GET /i18n/config` names it; another one is English. */
  language: z.string().max(20).default('en'),
  tz: z.coerce.number().int().min(-840).max(840).default(0),
})

/** Path and query of a ZIP. */
export const evidenceFileAddress = (file: z.input<typeof evidenceFileSchema>): string => address(evidenceFilePath, file)

/** Path and query of a cover sheet. */
export const evidenceCoverAddress = (cover: z.input<typeof evidenceCoverSchema>): string =>
  address(evidenceCoverPath, cover)

function address(path: string, fields: Readonly<Record<string, unknown>>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `${path}?${query.join('&')}`
}
