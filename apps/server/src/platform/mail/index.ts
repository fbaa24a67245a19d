export { createMail } from './mail.ts'
export type { Mail, MailAttachment, OutgoingMail } from './mail.types.ts'
export { type MailSettings, mailSettings } from './mail-settings.ts'
