import { parentPort, workerData } from 'node:worker_threads'
import type { PointDatabase, PointStore } from './point-store.types.ts'
import { createPostgresPointStore } from './postgres.store.ts'
import { createSqlitePointStore } from './sqlite.store.ts'

/** A group on its way to the disk, and the same buffer on its way back. */
export interface GroupMessage {
  readonly words: Int32Array
  readonly count: number
}

/** The answer: the buffer comes back for the next group; `error` when nothing of the group was stored. */
export interface GroupAnswer {
  readonly words: Int32Array
  readonly error?: string
}

const port = parentPort
if (!port) throw new Error('position-log.worker.ts is the inside of a worker thread')
const database = workerData as PointDatabase
let store: PointStore | null = null

port.on('message', async (group: GroupMessage | 'close') => {
  if (group === 'close') {
    await store?.close()
    port.close()
    return
  }
  const answer = await write(group)
  port.postMessage(answer, [group.words.buffer as ArrayBuffer])
})

/** The disk's refusal is an answer, never the end of the thread: the next group may fit again. */
async function write({ words, count }: GroupMessage): Promise<GroupAnswer> {
  try {
    store ??=
      database.kind === 'sqlite' ? createSqlitePointStore(database.file) : createPostgresPointStore(database.url)
    await store.write(words, count)
    return { words }
  } catch (error) {
    return { words, error: error instanceof Error ? error.message : String(error) }
  }
}
