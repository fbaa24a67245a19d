/** `open`: no code is required; `first-use`: of a device that has shown the code we gave it; `code`: of every registered device. */
export type AuthenticationMode = 'open' | 'first-use' | 'code'

/** Codes given to registered devices with 0x8100, to be shown with 0x0102; stored hashed, so that they outlive a restart. */
export interface DeviceCodes {
  readonly mode: AuthenticationMode
  /** A code for a terminal, which is nobody's until it is given, or until a device shows it that has none. */
  make(terminalId: string): string
  /**
   * Makes a new code the device's, on disk when it resolves. `false` when the device has one that it has used and that this
   * connection may not replace: it may be another device's.
   */
  give(deviceKey: number, code: string, by: CodeRequest): Promise<boolean>
  /** Whether this is the device's code; from the first time on it counts as used. */
  show(deviceKey: number, shown: ShownCode): Promise<boolean>
  isUsed(deviceKey: number): boolean
  /** Whether this is the device's code; it does not count as shown. */
  isCodeOf(deviceKey: number, code: string): boolean
  /** Lower-case hex of a text that only servers on this database can make. */
  signature(text: string): string
  /** Whether the device has to show its code before it is served. */
  requires(deviceKey: number): boolean
  /** The device may start again, with whatever code it has. */
  reset(deviceKey: number): Promise<void>
}

/** A code as a connection shows it. */
export interface ShownCode {
  readonly code: string
  readonly terminalId: string
  readonly address: string
}

/** The connection on which a device asks for a code. */
export interface CodeRequest {
  readonly address: string
  /** It has shown the device's present code. */
  readonly isProven: boolean
}
