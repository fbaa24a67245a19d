import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import type { LiveDevice } from '../../services/live-state/index.ts'
import { AWAY_MS, watchPresence } from './presence.ts'

it('reports later, once, a device whose arrival or departure could not be reported', () => {
  const clock = createManualClock()
  let look: (devices: readonly LiveDevice[]) => void = () => {}
  const fleet = {
    onChange(listener: typeof look) {
      look = listener
      return { close() {} }
    },
  }
  let takes = false
  const reported: string[] = []
  const presence = watchPresence({ clock, fleet }, (deviceId, online) => {
    if (takes) reported.push(`${deviceId} ${online}`)
    return takes
  })
  const is = (online: boolean) => look([{ deviceId: 'van', online, registered: true } as unknown as LiveDevice])
  is(true)
  takes = true
  is(true)
  is(true)
  expect(reported).toEqual(['van true'])
  takes = false
  is(false)
  clock.advance(AWAY_MS)
  takes = true
  clock.advance(AWAY_MS - 1)
  expect(reported).toEqual(['van true'])
  clock.advance(1 + AWAY_MS)
  expect(reported).toEqual(['van true', 'van false'])
  presence.close()
})
