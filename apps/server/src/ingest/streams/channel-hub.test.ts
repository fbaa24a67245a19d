import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { createLog } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import { GRACE_MS } from './channel.machine.ts'
import { ChannelHub } from './channel-hub.ts'

it('[STRM-35] a stream that no client reads ends after its grace, however often its device connects anew', () => {
  const clock = createManualClock()
  const hub = new ChannelHub(
    { deviceId: 'van', channel: 1, main: false },
    {
      clock,
      log: createLog('silent'),
      commands: { send: async () => ({ kind: 'answered', answer: { name: 'done', serial: 0 } }) },
      registry: { byId: () => registeredDevice() } as unknown as DeviceRegistry,
      traffic: { isUsedUp: () => false },
      onDropped: () => {},
      onIdle: () => {},
      onState: () => {},
      sibling: () => undefined,
    },
  )
  const reader = hub.subscribe({ frame: () => {}, state: () => {} })
  hub.publish({ close: () => {} })
  reader.close()
  clock.advance(GRACE_MS - 1)
  expect(hub.publish({ close: () => {} })).not.toBeNull()
  clock.advance(1)
  expect(hub.publish({ close: () => {} })).toBeNull()
})
