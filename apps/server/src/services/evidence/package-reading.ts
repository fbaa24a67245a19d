// Belongs here: what is read of a package that is ready. Does not: who may read it.
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '@fleetglass/contract/errors'
import { evidenceFileName, type SharedEvidence } from '@fleetglass/contract/evidence'
import { type ByteSource, MANIFEST_NAME, placeOfFile, readManifest } from '@fleetglass/evidence'
import { z } from 'zod'
import type { EvidenceReading, StoredEvidence } from './evidence.types.ts'
import { channelFile, DEVICE_FILE } from './package-content.ts'
import { piecesOf } from './package-folder.ts'

/** The file of a package; the reader closes it. */
export interface OpenPackage {
  readonly evidence: StoredEvidence
  readonly byteLength: number
  readonly handle: FileHandle
}

export function packageReading({ evidence, byteLength, handle }: OpenPackage): EvidenceReading {
  return {
    name: nameOf(evidence),
    byteLength,
    read: (start, end) => piecesOf(handle, start, end),
    close: () => handle.close(),
  }
}

/** Throws `unknown-channel` for one that is not in the package. */
export async function channelReading(opened: OpenPackage, channel: number): Promise<EvidenceReading> {
  const { evidence, handle } = opened
  const place = await placeOfFile(sourceOf(opened), channelFile(channel))
  if (place === null) throw new AppError('unknown-channel')
  return {
    name: nameOf(evidence).replace(/\.zip$/, `-ch${channel}.mp4`),
    byteLength: place.size,
    read: (start, end) => piecesOf(handle, place.at + start, place.at + end),
    close: () => handle.close(),
  }
}

const deviceSchema = z.object({ utcOffsetMinutes: z.number() })

/** As the manifest says. Rejects when the file is not as it was written. */
export async function packageFacts(
  opened: OpenPackage,
): Promise<Omit<SharedEvidence, 'share' | 'expiresMs' | 'publicKey'>> {
  const manifest = readManifest(await contentOf(opened, MANIFEST_NAME))
  if (manifest === null) throw new Error(`the manifest of evidence package ${opened.evidence.id} cannot be read`)
  const device = deviceSchema.parse(JSON.parse(Buffer.from(await contentOf(opened, DEVICE_FILE)).toString('utf8')))
  const names = new Set(manifest.files.map(({ name }) => name))
  return {
    vehicle: manifest.device.vehicle,
    deviceId: manifest.device.deviceId,
    reason: manifest.reason,
    madeBy: manifest.madeBy,
    madeMs: Date.parse(manifest.madeAt),
    startMs: Date.parse(manifest.range.from),
    endMs: Date.parse(manifest.range.to),
    utcOffsetMinutes: device.utcOffsetMinutes,
    channels: manifest.channels.filter((channel) => names.has(channelFile(channel))),
    fileName: nameOf(opened.evidence),
    bytes: opened.byteLength,
  }
}

async function contentOf(opened: OpenPackage, name: string): Promise<Uint8Array> {
  const source = sourceOf(opened)
  const place = await placeOfFile(source, name)
  if (place === null) throw new Error(`evidence package ${opened.evidence.id} has no file ${name}`)
  return await source.read(place.at, place.size)
}

function sourceOf({ byteLength, handle }: OpenPackage): ByteSource {
  return {
    size: byteLength,
    async read(at, length) {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await handle.read(bytes, 0, length, at)
      if (bytesRead !== length) throw new Error('the evidence package is shorter than it was')
      return bytes
    },
  }
}

const nameOf = ({ deviceId, startMs }: StoredEvidence): string => evidenceFileName(deviceId, Math.floor(startMs / 1000))
