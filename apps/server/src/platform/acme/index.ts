export { type AcmeCertificates, createAcmeCertificates } from './acme-certificates.ts'
