// Belongs here: how the server and the machine are restarted. Does not: when (features/server-settings).
import { spawn } from 'node:child_process'
import type { Clock } from '../clock/index.ts'
import type { Log } from '../log/index.ts'

export interface ServerRestart {
  /** Ends the server in good order and starts it again in the same process, with the configuration read anew. */
  server(reason: string): void
  /** Runs the command of the configuration that restarts the machine; without one the server is restarted. */
  machine(reason: string): void
}

/** The answer to the caller, and the row of the job that did, are written first. */
const DELAY_MS = 1_000

export function createRestart(deps: {
  readonly clock: Clock
  readonly log: Log
  /** Program and arguments; empty: there is none. */
  readonly command: readonly string[]
  /** Left out: nobody can start the server again, and it goes on. */
  readonly onRestart?: (() => void) | undefined
}): ServerRestart {
  const { clock, command, onRestart } = deps
  const log = deps.log.child({ part: 'restart' })
  let isRestarting = false
  const restartServer = (reason: string): void => {
    if (isRestarting) return
    if (onRestart === undefined) {
      log.error({ reason }, 'Cannot restart: the program that runs the server has no way to start it again')
      return
    }
    isRestarting = true
    log.info({ reason }, 'the server restarts')
    clock.after(DELAY_MS, onRestart)
  }
  return {
    server: restartServer,
    machine(reason) {
      const [program, ...args] = command
      if (program === undefined) {
        restartServer(reason)
        return
      }
      log.warn({ reason, program }, 'the machine restarts')
      clock.after(DELAY_MS, () => {
        const child = spawn(program, args, { stdio: 'ignore' })
        child.on('error', (error) =>
          log.error({ err: error, program }, 'Cannot run the command that restarts the machine'),
        )
        child.on('exit', (code) => {
          if (code !== 0) log.error({ program, code }, 'The command that restarts the machine failed; check its rights')
        })
      })
    },
  }
}
