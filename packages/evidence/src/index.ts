export { type ByteSink, EvidenceWriter, type WriterOptions } from './evidence-writer.ts'
export { type EvidenceFile, type Manifest, type ManifestFacts, manifestSchema } from './manifest.ts'
export {
  type EvidenceFault,
  fingerprintOf,
  type Verification,
  type VerifyOptions,
  verifyEvidence,
} from './verify.ts'
export type { ByteSource } from './zip-directory.ts'
