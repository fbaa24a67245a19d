import type { CommandResult } from '../../ports/commands/index.ts'

/** What a device reported about itself; a text is empty until it has. */
export interface DeviceIdentity {
  /** Unix seconds of its latest 0x0107; 0 while there was none. */
  readonly attributesS: number
  readonly maker: string
  readonly model: string
  readonly terminalId: string
  readonly iccid: string
  readonly hardware: string
  readonly firmware: string
  /** From the record, as the device last reported them: a value that differs was typed by a user. */
  readonly plate: string
  readonly driver: string
  readonly licence: string
}

/** What devices report about themselves, kept; and what it fills in their records. */
export interface DeviceIdentities {
  of(deviceKey: number): DeviceIdentity | undefined
  /** Reads the attributes of a device that is online now, whatever it reported a moment ago; what it answers is stored. */
  refresh(device: { readonly key: number; readonly deviceId: string }): Promise<CommandResult>
  close(): Promise<void>
}
