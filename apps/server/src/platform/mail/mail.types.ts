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
  /**
   * Resolves when the SMTP server has taken the mail, tried again over 43 minutes. Rejects with `mail-not-configured` or
   * `mail-queue-full` at once, and with the last failure when there is no further attempt.
   */
  send(mail: OutgoingMail): Promise<void>
  /** One attempt, now, past the queue: for someone who waits for the outcome. */
  sendNow(mail: OutgoingMail): Promise<void>
  /** Mails that wait are dropped with `server-stopping`, and logged. */
  close(): Promise<void>
}
