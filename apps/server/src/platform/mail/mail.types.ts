export interface OutgoingMail {
  /** Addresses; each sees the others. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Address of the sender; left out: that of the settings. */
  readonly from?: string
  readonly attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
}

export interface Mail {
  /** Whether a server is set. */
  readonly isConfigured: boolean
  /** One attempt, now. Resolves when the SMTP server has taken the mail; rejects with `mail-not-configured`, or with how it failed. */
  send(mail: OutgoingMail): Promise<void>
  /** Calls `changed` whenever the settings of the mail server were saved. */
  onSettings(changed: () => void): { close(): void }
  /** Mails under way fail with `server-stopping`. */
  close(): Promise<void>
}
