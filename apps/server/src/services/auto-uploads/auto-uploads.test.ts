import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createLog } from '../../platform/log/index.ts'
import { createAutoUploads } from './index.ts'

const YEAR_MS = 365 * 86_400_000
const device = { key: 1, deviceId: 'van' }

onBothDatabases('automatic uploads', (databases) => {
  it('[AUTOUP-11] a full quota removes the oldest files, and not the newest one because the clock was ahead before', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'fleetglass-uploads-'))
    try {
      const clock = createManualClock()
      const rightMs = clock.nowMs()
      const uploads = await createAutoUploads({
        clock,
        log: createLog('silent'),
        database: await databases.open(),
        dataFolder,
        registry: { all: () => [].values() },
        deviceLog: { write: () => undefined },
        fileBytes: 100,
        quotaBytes: 300,
      })
      const store = async (name: string): Promise<void> => {
        const outcome = await uploads.store({ device, source: 'ftp', origin: name, name, fileS: 1 }, randomBytes(100))
        expect(outcome).toBe('stored')
        clock.advance(1_000)
      }
      await store('first')
      clock.setWallClock(rightMs + YEAR_MS)
      for (const name of ['second', 'third']) await store(name)
      clock.setWallClock(rightMs + 60_000)
      const names = async (): Promise<string[]> => {
        const filter = { fromS: 0, toS: 2, deviceKeys: null }
        return (await uploads.find(filter, { offset: 0, limit: 9 })).map(({ name }) => name).sort()
      }
      await store('fourth')
      expect(await names()).toEqual(['first', 'fourth', 'third'])
      await store('fifth')
      expect(await names()).toEqual(['fifth', 'first', 'fourth'])
    } finally {
      rmSync(dataFolder, { recursive: true })
    }
  })

  it('a file of an alarm whose event cannot be changed is not stored either, so that it comes again', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'fleetglass-uploads-'))
    try {
      const database = await databases.open()
      const clock = createManualClock()
      const uploads = await createAutoUploads({
        clock,
        log: createLog('silent'),
        database,
        dataFolder,
        registry: { all: () => [].values() },
        deviceLog: { write: () => undefined },
        fileBytes: 100,
        quotaBytes: 300,
      })
      const store = () =>
        uploads.store({ device, source: 'attachment', origin: '', name: 'a', fileS: 1, alarm: '7' }, randomBytes(10))
      const found = () => uploads.ofAlarms([{ deviceKey: 1, alarm: '7' }])
      const counter = database.tables<{ event_changes: { id: number; last_ms: number } }>()
      await counter.deleteFrom('event_changes').execute()
      await expect(store()).rejects.toThrow('event_changes')
      expect(await found()).toEqual([])
      await counter.insertInto('event_changes').values({ id: 1, last_ms: 0 }).execute()
      expect(await store()).toBe('stored')
      expect(await found()).toHaveLength(1)
    } finally {
      rmSync(dataFolder, { recursive: true })
    }
  })
})
