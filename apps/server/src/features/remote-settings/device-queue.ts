import { AppError } from '@fleetglass/contract/errors'
import type { Clock, Timer } from '../../platform/clock/index.ts'

/** Waiting for the turn with one device; a further one is refused. */
const MAX_WAITING = 8
/** Longest wait for a turn: what is older is refused and never reaches the device. */
export const WAIT_MS = 20_000

/** One talk with a device at a time: two that read, change and write the same structure would lose each other's changes. */
export interface DeviceQueue {
  /** Runs `task` when it is its turn. Throws when there is no room, or the turn did not come in time. */
  run<Value>(deviceId: string, task: () => Promise<Value>): Promise<Value>
  /** Refuses all that wait; nothing begins any more. */
  close(): void
}

interface Waiting {
  readonly timer: Timer
  readonly begin: () => void
  readonly giveUp: (error: AppError) => void
}

export function createDeviceQueue({ clock }: { readonly clock: Clock }): DeviceQueue {
  /** A device with a talk has an entry, and those in line behind it. */
  const queues = new Map<string, Waiting[]>()
  let isClosed = false

  function enter(deviceId: string): Promise<void> {
    if (isClosed) return Promise.reject(new AppError('server-stopping'))
    const waitingTasks = queues.get(deviceId)
    if (waitingTasks === undefined) {
      queues.set(deviceId, [])
      return Promise.resolve()
    }
    if (waitingTasks.length >= MAX_WAITING) {
      return Promise.reject(new AppError('settings-queue-full'))
    }
    return new Promise((resolve, reject) => {
      const giveUp = (error: AppError): void => {
        timer.cancel()
        waitingTasks.splice(waitingTasks.indexOf(waiting), 1)
        reject(error)
      }
      const timer = clock.after(WAIT_MS, () => giveUp(new AppError('settings-busy')))
      const begin = (): void => {
        timer.cancel()
        resolve()
      }
      const waiting: Waiting = { timer, begin, giveUp }
      waitingTasks.push(waiting)
    })
  }

  function leave(deviceId: string): void {
    const next = queues.get(deviceId)?.shift()
    if (next === undefined) queues.delete(deviceId)
    else next.begin()
  }

  return {
    async run(deviceId, task) {
      await enter(deviceId)
      try {
        return await task()
      } finally {
        leave(deviceId)
      }
    },
    close() {
      isClosed = true
      for (const waitingTasks of queues.values())
        for (const { giveUp } of [...waitingTasks]) giveUp(new AppError('server-stopping'))
    },
  }
}
