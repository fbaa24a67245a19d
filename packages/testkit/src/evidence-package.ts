import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { EvidenceWriter, type ManifestFacts } from '@fleetglass/evidence'

export interface EvidenceKey {
  /** 64 hex digits. */
  readonly publicKey: string
  sign(bytes: Uint8Array): Uint8Array
}

export function newEvidenceKey(): EvidenceKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    // RFC 8410: the key is the last 32 bytes of its DER.
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

/** A small evidence package with one file, `footage/ch1.mp4`, whose content is "pictures". */
export async function evidencePackage(
  key: EvidenceKey,
  facts: Partial<Omit<ManifestFacts, 'madeAt' | 'publicKey'>> = {},
): Promise<Uint8Array> {
  const zip = new Uint8Array(10_000)
  const writer = new EvidenceWriter({
    sink: { write: async (bytes, at) => zip.set(bytes, at) },
    madeMs: Date.UTC(2026, 10, 26, 9, 30, 14),
    sha256: () => createHash('sha256'),
    sign: key.sign,
  })
  await writer.add('footage/ch1.mp4', [new TextEncoder().encode('pictures')])
  const { size } = await writer.finish({
    id: 'e-1',
    madeBy: 'admin',
    reason: 'Accident',
    site: 'Depot',
    device: { deviceId: '13800138001', vehicle: 'Van 1', driver: '', memo: '', model: '' },
    range: { from: '2026-11-26T08:00:00Z', to: '2026-11-26T08:05:00Z' },
    channels: [1],
    gaps: [],
    ...facts,
    publicKey: key.publicKey,
  })
  return zip.slice(0, size)
}
