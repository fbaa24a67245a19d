export { type Certificate, openCertificate } from './certificate.ts'
export { certificateSettings } from './certificate-settings.ts'
export { answerTls, type TlsFront } from './tls-front.ts'
