// Belongs here: how much of a day was recorded, for all devices that an account sees. Does not: what is recorded (ingest/recorder).

import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { type Account, earliestMs, type Visibility } from '../../services/directory/index.ts'
import { type Recordings, recordingsSince } from '../../services/recordings/index.ts'

const DAY_S = 86_400

export interface RecordingCoverage {
  /** Recorded minutes by device of the day that begins then; `null`: of the server's day. */
  minutes(account: Account, dayStartS: number | null): Promise<ReadonlyMap<string, number>>
}

export function createRecordingCoverage(deps: {
  readonly clock: Clock
  readonly recordings: Recordings
  readonly visibility: Visibility
  /** The server's offset from UTC. */
  readonly utcOffsetS: () => number
}): RecordingCoverage {
  const { clock, recordings, visibility } = deps
  // The index of a whole day is read: a few at once for an account.
  const limiter = createConcurrencyLimiter()
  const today = (): number => {
    const offsetS = deps.utcOffsetS()
    return Math.floor((clock.nowMs() / 1000 + offsetS) / DAY_S) * DAY_S - offsetS
  }
  return {
    async minutes(account, dayStartS) {
      const release = await limiter.acquire(account.id)
      try {
        const since = recordingsSince(recordings, () => earliestMs(account, clock.nowMs()))
        const byKey = await since.recordedMinutes((dayStartS ?? today()) * 1000)
        const visible = visibility.devices(account)
        return new Map(visible.map(({ deviceId, key }) => [deviceId, byKey.get(key) ?? 0]))
      } finally {
        release()
      }
    },
  }
}
