export { type ByteSink, EvidenceWriter, type WriterOptions } from './evidence-writer.ts'
export {
  type EvidenceFile,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFacts,
  manifestSchema,
  readManifest,
} from './manifest.ts'
export {
  type EvidenceFault,
  fingerprintOf,
  type Verification,
  type VerifyOptions,
  verifyEvidence,
} from './verify.ts'
export { type ByteSource, placeOfFile } from './zip-directory.ts'
