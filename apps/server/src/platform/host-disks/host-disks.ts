// Belongs here: listing and formatting disks of this machine, by programs of it. Does not: who may do so (features/server-settings).
import { execFile } from 'node:child_process'
import { AppError } from '@fleetglass/contract/errors'
import {
  type BlockDevice,
  blockDevicesSchema,
  type FormatFault,
  formatFault,
  listedDisks,
} from '@fleetglass/contract/server-settings'
import type { Log } from '../log/index.ts'

/** The disks of the machine that the server runs on. */
export interface HostDisks {
  /** Throws `disks-not-listed`. */
  list(): Promise<readonly BlockDevice[]>
  /**
   * Makes an empty file system on a disk; resolves when that is done. Throws `format-not-allowed`, `unknown-disk`, `disk-has-parts`,
   * `disk-mounted`, `disk-is-swap`, `disk-is-member`, `disk-is-none`, `format-running` or `format-failed`.
   */
  format(name: string): Promise<void>
}

/** A machine with very many disks has some hundred kB. */
const MAX_LIST_BYTES = 4 * 1024 * 1024
const LIST_MS = 10_000
/** Of what a program says about its failure. */
const REASON_CHARS = 300

export function createHostDisks(deps: {
  readonly log: Log
  /** Prints `lsblk -J` with the columns name, fstype, size, uuid and mountpoint. */
  readonly listCommand: readonly string[]
  /** Formats the device file that is appended; empty: nothing is formatted. */
  readonly formatCommand: readonly string[]
}): HostDisks {
  const { listCommand, formatCommand } = deps
  const log = deps.log.child({ part: 'disks' })
  let isFormatting = false

  const list = async (): Promise<readonly BlockDevice[]> => {
    try {
      const printed = await run(listCommand, LIST_MS)
      return blockDevicesSchema.parse(JSON.parse(printed)).blockdevices
    } catch (error) {
      throw new AppError('disks-not-listed', { reason: reasonOf(error) })
    }
  }
  /** Looked at again right before: what the page shows may be old. */
  const formattable = async (name: string): Promise<void> => {
    const disks = await list()
    const disk = listedDisks(disks).find((one) => one.disk.name === name)?.disk
    if (disk === undefined) throw new AppError('unknown-disk', { disk: name })
    const fault = formatFault(disk, disks)
    if (fault !== null) throw new AppError(faultCodes[fault], { disk: name })
  }
  return {
    list,
    async format(name) {
      if (formatCommand.length === 0) throw new AppError('format-not-allowed')
      if (isFormatting) throw new AppError('format-running')
      isFormatting = true
      try {
        await formattable(name)
        log.warn({ disk: name }, 'a disk is being formatted')
        await run([...formatCommand, `/dev/${name}`], 0).catch((error: unknown) => {
          throw new AppError('format-failed', { disk: name, reason: reasonOf(error) })
        })
        log.warn({ disk: name }, 'a disk was formatted')
      } finally {
        isFormatting = false
      }
    },
  }
}

const faultCodes = {
  'has-parts': 'disk-has-parts',
  'is-mounted': 'disk-mounted',
  'is-swap': 'disk-is-swap',
  'is-member': 'disk-is-member',
  'no-disk': 'disk-is-none',
} as const satisfies Readonly<Record<FormatFault, string>>

/** What the program printed; `timeoutMs` 0: it takes as long as it takes. */
function run([program = '', ...args]: readonly string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, maxBuffer: MAX_LIST_BYTES }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(stderr.trim() || error.message))
    })
    // A program that asks a question gets no answer.
    child.stdin?.end()
  })
}

function reasonOf(error: unknown): string {
  return (error as Error).message.slice(0, REASON_CHARS)
}
