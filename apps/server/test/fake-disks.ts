// A machine's disks for tests: programs on disk that print what lsblk prints and note what they were to format.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlockDevice } from '@fleetglass/contract/server-settings'

export type FakeDisk = Partial<Omit<BlockDevice, 'children'>> & {
  readonly name: string
  readonly children?: readonly FakeDisk[]
}

export interface FakeDisks {
  readonly folder: string
  readonly listCommand: readonly string[]
  readonly formatCommand: readonly string[]
  /** There are these, nothing was formatted, and the next format succeeds at once. */
  reset(disks: readonly FakeDisk[]): void
  /** From now on there are these. */
  set(disks: readonly FakeDisk[]): void
  /** Device files that were formatted, in order. */
  formatted(): readonly string[]
  /** The format program waits until it is let go, or fails with a reason. */
  holdFormat(): void
  letFormatGo(): void
  failFormat(reason: string): void
  remove(): void
}

export function fakeDisks(disks: readonly FakeDisk[] = []): FakeDisks {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-disks-'))
  const at = (name: string): string => join(folder, name)
  const program = (name: string, lines: readonly string[]): readonly string[] => {
    writeFileSync(at(name), ['#!/bin/sh', ...lines, ''].join('\n'))
    chmodSync(at(name), 0o755)
    return [at(name)]
  }
  const set = (now: readonly FakeDisk[]): void =>
    writeFileSync(at('disks.json'), JSON.stringify({ blockdevices: now.map(whole) }))
  set(disks)
  return {
    folder,
    listCommand: program('lsblk', [`cat '${at('disks.json')}'`]),
    formatCommand: program('mkfs', [
      `while [ -e '${at('hold')}' ]; do sleep 0.05; done`,
      `if [ -e '${at('fail')}' ]; then cat '${at('fail')}' >&2; exit 1; fi`,
      `echo "$1" >> '${at('formatted')}'`,
    ]),
    reset(now) {
      for (const name of ['formatted', 'hold', 'fail']) rmSync(at(name), { force: true })
      set(now)
    },
    set,
    formatted: () => (existsSync(at('formatted')) ? readFileSync(at('formatted'), 'utf8').trim().split('\n') : []),
    holdFormat: () => writeFileSync(at('hold'), ''),
    letFormatGo: () => rmSync(at('hold')),
    failFormat: (reason) => writeFileSync(at('fail'), reason),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** All columns, as lsblk prints them. */
function whole({ children, ...disk }: FakeDisk): object {
  return {
    fstype: null,
    size: '1T',
    uuid: null,
    mountpoint: null,
    ...disk,
    ...(children && { children: children.map(whole) }),
  }
}
