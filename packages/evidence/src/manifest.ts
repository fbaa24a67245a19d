import { z } from 'zod'

export const MANIFEST_NAME = 'manifest.json'
export const SIGNATURE_NAME = 'manifest.sig'
export const SIGNATURE_BYTES = 64
export const MANIFEST_MAX = 4 * 1024 * 1024

/** Folders and a name of small letters, digits, `.`, `_` and `-`: no name leads out of the folder into which a package is unpacked. */
const namePattern = /^(?:[a-z0-9][a-z0-9_-]{0,39}\/){0,3}[a-z0-9][a-z0-9_-]{0,79}(?:\.[a-z0-9]{1,8})?$/

const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const text = z.string().max(1_000)

export const evidenceFileSchema = z.object({
  name: z.string().regex(namePattern),
  size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256: hexOf(32),
})

/** What `manifest.json` says. Times are ISO 8601 in UTC. */
export const manifestSchema = z.object({
  format: z.literal('fleetglass-evidence'),
  version: z.literal(1),
  id: text,
  madeAt: z.iso.datetime(),
  /** The account that made it, and why. */
  madeBy: text,
  reason: text,
  site: text,
  device: z.object({ deviceId: text, vehicle: text, driver: text, memo: text, model: text }),
  /** `[from, to)`. */
  range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
  channels: z.array(z.number().int().min(1).max(64)),
  /** Stretches of the range for which a channel has no recording. */
  gaps: z.array(z.object({ channel: z.number().int(), from: z.iso.datetime(), to: z.iso.datetime() })),
  /** Each file but the manifest and its signature, in the order of the ZIP. */
  files: z.array(evidenceFileSchema).max(998),
  /** Ed25519, 32 bytes. */
  publicKey: hexOf(32),
})

export type EvidenceFile = z.output<typeof evidenceFileSchema>
export type Manifest = z.output<typeof manifestSchema>
/** What the maker of a package says of it; the writer adds the files. */
export type ManifestFacts = Omit<Manifest, 'format' | 'version' | 'files'>

export const isEvidenceFileName = (name: string): boolean =>
  namePattern.test(name) && name !== MANIFEST_NAME && name !== SIGNATURE_NAME

/** `null`: no manifest of this format. */
export function readManifest(bytes: Uint8Array): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return null
  }
}
