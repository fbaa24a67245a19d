import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { removalByAge } from '../../platform/scheduler/index.ts'
import { OpenTalk } from './open-talk.ts'
import { createTalkStore, type TalkStore } from './talk-log.store.ts'
import type { Talk, TalkLog } from './talk-log.types.ts'
import { WAV_HEAD_BYTES } from './wav-head.ts'

/** Rows and files of one go. */
const BATCH = 200
/** Bytes of a millisecond: two channels of 16 bits at 8 kHz. */
const BYTES_PER_MS = 32

export interface TalkLogDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  /** Where the files lie. */
  readonly folder: string
  /** 0: however old they are. */
  readonly keepDays: () => number
  /** Whether the disk takes data that may be left out: a talk goes on without its recording. */
  readonly takesData: () => boolean
}

/** Opens the log; talks that a killed server left open are ended first. */
export async function createTalkLog(deps: TalkLogDeps): Promise<TalkLog> {
  const { clock, log: parent, database, folder, keepDays, takesData } = deps
  const log = parent.child({ part: 'talk log' })
  const store = createTalkStore(database)
  const talking = new Set<OpenTalk>()
  let count = 0
  const fileOf = (path: string): string => join(folder, ...path.split('/'))
  for (const left of await store.open()) await endLeft(store, left, fileOf(left.path), clock.nowMs())

  const retention = removalByAge({
    name: 'talks by age',
    clock,
    keepDays,
    batch: BATCH,
    async removeBefore(beforeMs, limit) {
      const old = await store.removeBefore(beforeMs, limit)
      for (const { path } of old) if (path !== '') await rm(fileOf(path), { force: true })
      return old.length
    },
  })
  return {
    jobs: [retention],
    begin(talk) {
      const beginMs = clock.nowMs()
      count += 1
      const path = `${dayOf(beginMs)}/${beginMs}-${count}.wav`
      const open: OpenTalk = new OpenTalk(talk, beginMs, {
        clock,
        log,
        store,
        takesData,
        path,
        file: fileOf(path),
        onEnded: () => talking.delete(open),
      })
      talking.add(open)
      return open
    },
    find: (query) => store.find(query),
    async get(serialNo, beginS, userId) {
      const talk = await store.get(serialNo)
      if (talk === null || Math.floor(talk.beginMs / 1000) !== beginS || (userId !== null && talk.userId !== userId))
        return null
      return talk
    },
    fileOf: ({ path }) => fileOf(path),
    async close() {
      await Promise.all([...talking].map((talk) => talk.end('the server was stopped')))
    },
  }
}

/** The file gives its length, but not which side spoke: both sides are offered. */
async function endLeft(store: TalkStore, talk: Talk, file: string, nowMs: number): Promise<void> {
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => null,
  )
  const receivedMs = bytes === null ? 0 : Math.floor((bytes - WAV_HEAD_BYTES) / BYTES_PER_MS)
  const sides = { path: bytes === null ? '' : talk.path, hasOperator: bytes !== null, hasDevice: bytes !== null }
  const result = 'the server ended before the talk did'
  await store.end(talk.serialNo, { endMs: talk.beginMs + receivedMs, updateMs: nowMs, result, ...sides })
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
}
