import { afterEach } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../options.ts'

export const ID = '13800138001'

export function useDevice() {
  let platform: Platform
  let fleet: Fleet
  afterEach(async () => {
    await fleet.close()
    await platform.close()
  })
  return {
    platform: () => platform,
    fleet: () => fleet,
    async start(options: Partial<FleetOptions> = {}) {
      platform = await Platform.start()
      fleet = await startFleet({ host: '127.0.0.1', signallingPort: platform.port, intervalS: 60, ...options })
      const device = fleet.devices[0]!
      await platform.until('the device is online', () => device.state === 'online')
      return device
    },
  }
}
