import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createFirmwareRolloutsStore } from './firmware-rollouts.store.ts'

const rollout = {
  target: 'FG-MDVR4 2.0',
  url: 'http://127.0.0.1/a.bin',
  memo: '',
  state: 'running',
  pausedBy: '',
  firstWave: 1,
  failureLimit: 20,
  countedWave: 1,
  beginS: 100,
  updatedS: 100,
} as const

onBothDatabases('the rollouts of a fleet', (databases) => {
  it('are counted by state, for all devices or for some of them', async () => {
    const store = createFirmwareRolloutsStore(await databases.open())
    const keys = Array.from({ length: 1_200 }, (_, key) => key + 1)
    const one = await store.add(rollout, keys)
    const other = await store.add(rollout, [1, 2])
    await store.skip(one, [1, 2, 3], 'other-model', 200)
    const counts = async (ids: readonly number[], deviceKeys?: readonly number[]) =>
      (await store.counts(ids, deviceKeys))
        .map(({ rolloutId, state, devices, wave, updatedS }) => [rolloutId, state, devices, wave, updatedS].join(' '))
        .sort()

    expect(await counts([one, other])).toEqual([
      `${one} skipped 3 0 200`,
      `${one} waiting 1197 0 100`,
      `${other} waiting 2 0 100`,
    ])
    expect(await counts([one], [3, 4, 5_000])).toEqual([`${one} skipped 1 0 200`, `${one} waiting 1 0 100`])
    const all = await store.counts([one], keys)
    expect(all.reduce((sum, { devices }) => sum + devices, 0)).toBe(1_200)
    expect([await counts([]), await counts([one], [])]).toEqual([[], []])
  })

  it('go on by the devices that wait or run, without reading each of those that have ended', async () => {
    const database = await databases.open()
    const store = createFirmwareRolloutsStore(database)
    const id = await store.add(rollout, [1, 2, 3, 4, 5, 6, 7])
    const rows = database.tables<{ firmware_rollout_devices: Record<string, unknown> }>()
    const set = (keys: number[], state: string, wave: number) =>
      rows.updateTable('firmware_rollout_devices').set({ state, wave }).where('device_key', 'in', keys).execute()
    await set([1, 2], 'done', 1)
    await set([3], 'failed', 2)
    await set([4], 'running', 2)
    await store.skip(id, [5], 'other-model', 200)
    const { open, ended } = await store.progress(id)
    expect(open).toEqual([
      { deviceKey: 4, state: 'running', wave: 2 },
      { deviceKey: 6, state: 'waiting', wave: 0 },
      { deviceKey: 7, state: 'waiting', wave: 0 },
    ])
    expect(ended.map(({ state, wave, devices }) => `${state} ${wave} ${devices}`).sort()).toEqual([
      'done 1 2',
      'failed 2 1',
    ])
  })
})
