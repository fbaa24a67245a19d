import { EventCode } from '@fleetglass/contract/events'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import type { DeviceEvent } from './event.types.ts'
import { createFootageEvents } from './footage-events.ts'

const van = { key: 7, deviceId: 'van' } as never

function setUp(fix: object | null) {
  const written: DeviceEvent[] = []
  const events = createFootageEvents({
    clock: createManualClock(90_500),
    fleet: { get: () => ({ fix }) as never },
    writer: { append: async (some) => void written.push(...some) },
  })
  return { events, written }
}

it('[MP4-36] a request for footage is an event at the last known place of the device', async () => {
  const { events, written } = setUp({ timeS: 80, latE6: 51, lngE6: 7, speedKmh: 30, headingDeg: 9 })
  await events.footageWanted(van, 'crash')
  expect(written).toMatchObject([
    { change: 'new', deviceKey: 7, deviceId: 'van', timeS: 90, code: EventCode.customFootage },
  ])
  expect(written).toMatchObject([{ memo: 'crash', place: { latE6: 51, lngE6: 7, speedKmh: 30 }, late: false }])
})

it('keeps 500 characters of the memo and no NUL, and needs no place', async () => {
  const { events, written } = setUp(null)
  await events.footageWanted(van, `a\0${'x'.repeat(600)}`)
  expect(written[0]).toMatchObject({ place: null, memo: `a${'x'.repeat(499)}` })
})
