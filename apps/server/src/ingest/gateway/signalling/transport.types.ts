/** The line to one device, TCP or UDP, as a connection sees it. */
export interface Transport {
  readonly kind: 'tcp' | 'udp'
  /** `address:port` of the other side, for logs. */
  readonly peer: string
  /** Address of the other side. */
  readonly address: string
  /** Our own address on this line: what the device can reach us by. */
  readonly localAddress: string
  /** False when the other side does not read and the bound of its queue was reached. */
  write(bytes: Uint8Array): boolean
  /** Writes what waits, then ends. */
  end(): void
}
