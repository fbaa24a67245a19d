import type { Clock, Timer } from '../clock/index.ts'

/** A download that moves no byte for so long has no reader. */
const STANDS_STILL_MS = 60_000
const LOOK_PERIOD_MS = 15_000

/** Calls `stop`, once, when no byte is taken for a minute; `takenBytes` returns how many were taken so far. */
export function whenItStandsStill(clock: Clock, takenBytes: () => number, stop: () => void): Timer {
  let bytes = takenBytes()
  let stillMs = 0
  const look = clock.every(LOOK_PERIOD_MS, () => {
    const nowBytes = takenBytes()
    stillMs = nowBytes === bytes ? stillMs + LOOK_PERIOD_MS : 0
    bytes = nowBytes
    if (stillMs < STANDS_STILL_MS) return
    look.cancel()
    stop()
  })
  return look
}
