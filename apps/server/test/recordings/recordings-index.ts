// The index of recordings alone, in a file: what a playback asks, without the server around it.
import { migrations } from '../../migrations/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openDatabase } from '../../src/platform/database/index.ts'
import { createRecordingStore } from '../../src/services/recordings/recording.store.ts'
import { createRecordingsFinder, type RecordingsFinder } from '../../src/services/recordings/recordings-finder.ts'

export async function openRecordingsIndex(location: string): Promise<{
  readonly finder: RecordingsFinder
  close(): Promise<void>
}> {
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  const store = createRecordingStore(database)
  const finder = createRecordingsFinder({
    store,
    running: { running: async () => [] },
    deviceIdOf: () => undefined,
    unindexed: () => [],
  })
  return { finder, close: () => database.close() }
}
