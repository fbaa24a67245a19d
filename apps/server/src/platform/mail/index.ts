export { createMail } from './mail.ts'
export type { Mail, OutgoingMail } from './mail.types.ts'
export { mailSettings } from './mail-settings.ts'
export { isFinalMailFailure } from './transport.ts'
