/** The owning side of a port: serves a device for as long as it is connected to this node. */
export interface DeviceHost {
  serve(deviceId: string): { close(): void }
}
