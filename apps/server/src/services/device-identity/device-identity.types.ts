/** What a device told of itself; a text is empty while it has not. */
export interface DeviceIdentity {
  /** Unix seconds of its latest 0x0107; 0 while there was none. */
  readonly attributesS: number
  readonly maker: string
  readonly model: string
  readonly terminalId: string
  readonly iccid: string
  readonly hardware: string
  readonly firmware: string
  /** Of the record, as the device told them last: what differs from it was typed by somebody. */
  readonly plate: string
  readonly driver: string
  readonly licence: string
}

/** What devices report about themselves, kept; and what it fills in their records. */
export interface DeviceIdentities {
  of(deviceKey: number): DeviceIdentity | undefined
  close(): Promise<void>
}
