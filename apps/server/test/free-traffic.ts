import type { DeviceTraffic } from '../src/services/traffic/index.ts'

/** For engines on their own: nothing is counted, and nobody's month is used up. */
export const freeTraffic: DeviceTraffic = {
  count: () => undefined,
  monthBytes: () => 0,
  days: async () => [],
  isUsedUp: () => false,
  onChange: () => ({ close: () => undefined }),
  close: async () => undefined,
}
