import type { Requirement } from '@fleetglass/contract/access'
import type { ChannelCall, ChannelMessage, LoginCall, MessageReading } from './channel.types.ts'

/**
 * A message for accounts that meet `access`. `audit` says what it did, as a sentence of the audit log; names in braces are
 * fields of the message: `Rebooted device {A}`.
 */
export function message(
  code: string,
  access: Requirement,
  audit: string,
  handle: (call: ChannelCall) => Promise<void> | void,
  reading?: MessageReading,
): ChannelMessage {
  return { kind: 'message', code, access, audit, handle, ...(reading && { reading }) }
}

export function loginMessage(
  code: string,
  audit: string,
  handle: (call: LoginCall) => Promise<void> | void,
): ChannelMessage {
  return { kind: 'login', code, audit, handle }
}
