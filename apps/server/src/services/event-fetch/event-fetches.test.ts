import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createLog } from '../../platform/log/index.ts'
import { createEventFetchStore } from './event-fetch.store.ts'
import type { FetchOfEvent, NewFetchOfEvent } from './event-fetch.types.ts'
import { EventFetches } from './event-fetches.ts'
import type { FetchEnd, FootageFetches } from './footage-fetches.ts'

const DEVICES = 20
const FETCHES = 3

/** Ends what it started at the next look. */
class QuickFootage {
  readonly started: number[] = []
  #active: FetchOfEvent[] = []

  get size(): number {
    return this.#active.length
  }
  get online(): number {
    return this.#active.length
  }
  get ids(): readonly number[] {
    return this.#active.map(({ id }) => id)
  }
  isBusy(deviceKey: number): boolean {
    return this.#active.some((fetch) => fetch.deviceKey === deviceKey)
  }
  async start(fetch: FetchOfEvent): Promise<boolean> {
    this.started.push(fetch.deviceKey)
    this.#active.push(fetch)
    return true
  }
  async drop(): Promise<void> {}
  async look(ended: (fetch: FetchOfEvent, end: FetchEnd) => Promise<void>): Promise<void> {
    for (const fetch of this.#active.splice(0)) await ended(fetch, { left: [], reason: null })
  }
}

onBothDatabases('fetches of many devices', (databases) => {
  it('[SET-051] are taken by turns, so that each device has one before the first has its second', async () => {
    const database = await databases.open()
    const clock = createManualClock()
    const store = createEventFetchStore(database)
    const quick = new QuickFootage()
    const fetchOf = (serial: number): NewFetchOfEvent => ({
      serial,
      kind: 'footage',
      deviceKey: 1 + (serial % DEVICES),
      deviceId: `bus ${serial % DEVICES}`,
      // Those of high keys are the oldest.
      timeS: 10_000 - serial,
      startMs: 0,
      endMs: 1,
      channels: [1],
      mainChannels: [],
      audio: false,
      accOffOnly: false,
      upload: '',
      notBeforeMs: 0,
    })
    const fetches = Array.from({ length: DEVICES * FETCHES }, (_, serial) => fetchOf(serial))
    await store.advance(0, 1, { fetches, times: [], alongside: async () => undefined })
    const round = new EventFetches({
      clock,
      log: createLog('silent'),
      store,
      cursor: { applyNext: () => Promise.resolve(false) } as never,
      footageFetches: quick as unknown as FootageFetches,
      snapshots: () => Promise.resolve({ left: [], reason: null }),
      footage: {
        all: () => [],
        remove: () => Promise.resolve(true),
        limits: { mostRunning: 20, hasPlace: true, enter: () => () => undefined } as never,
      },
      media: { put: () => Promise.resolve(true) },
      registry: { byKey: (key) => ({ deviceId: `bus ${key}` }) as never },
      fleet: { get: () => ({ online: true, accOn: true }) as never },
      takesData: () => true,
      isOldestFirst: () => true,
    })
    onTestFinished(() => round.close())
    await until('all were fetched', () => {
      clock.advance(1_000)
      return quick.started.length === DEVICES * FETCHES
    })
    const turns = Array.from({ length: FETCHES }, (_, turn) =>
      quick.started.slice(turn * DEVICES, (turn + 1) * DEVICES),
    )
    for (const turn of turns) expect(new Set(turn).size).toBe(DEVICES)
    expect(turns[0]?.[0]).toBe(DEVICES)
  })
})
