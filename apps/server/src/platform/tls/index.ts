export { type Certificate, openCertificate } from './certificate.ts'
export { answerTls, type TlsFront } from './tls-front.ts'
