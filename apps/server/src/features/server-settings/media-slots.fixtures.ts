// A server with disks that are folders: programs on disk in the place of lsblk, a folder in the place of each mount point.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STORAGE } from '@fleetglass/contract/server-settings'
import type Database from 'better-sqlite3'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { writeMigratedDatabase } from '../../../test/databases/migrated-database.ts'
import { fakeDisks } from '../../../test/fake-disks.ts'
import { startTestServer, type TestServerOptions } from '../../../test/harness.ts'

/** Disks of the machine: each has its name as its UUID. */
export type DiskName = 'aaaa' | 'bbbb' | 'cccc'

const names: readonly DiskName[] = ['aaaa', 'bbbb', 'cccc']

export class DiskMachine {
  readonly data: string
  readonly #root = mkdtempSync(join(tmpdir(), 'fleetglass-slots-'))
  readonly #fake = fakeDisks()
  readonly #mounted = new Set<DiskName>(names)
  readonly #ends: (() => unknown)[] = []

  constructor() {
    this.data = join(this.#root, 'data')
    for (const name of names) mkdirSync(this.mountPoint(name))
    this.#list()
  }

  mountPoint(name: DiskName): string {
    return join(this.#root, name)
  }

  /** Where recordings lie on a disk. */
  media(name: DiskName): string {
    return join(this.mountPoint(name), 'fleetglass/media')
  }

  /** As after `umount`: the mount point is an empty folder. */
  unmount(name: DiskName): void {
    renameSync(this.mountPoint(name), `${this.mountPoint(name)}.away`)
    mkdirSync(this.mountPoint(name))
    this.#mounted.delete(name)
    this.#list()
  }

  mount(name: DiskName): void {
    rmdirSync(this.mountPoint(name))
    renameSync(`${this.mountPoint(name)}.away`, this.mountPoint(name))
    this.#mounted.add(name)
    this.#list()
  }

  /** Recordings on a disk, by path. */
  files(name: DiskName): string[] {
    return recordingsIn(this.media(name))
  }

  filesInMediaFolder(): string[] {
    return recordingsIn(join(this.data, 'media'))
  }

  async start(options: TestServerOptions = {}) {
    if (!existsSync(this.data)) {
      mkdirSync(this.data)
      await writeMigratedDatabase(join(this.data, 'fleetglass.sqlite'))
    }
    const config = { diskListCommand: [...this.#fake.listCommand], ...options.config }
    const server = await startTestServer({ ...options, data: this.data, config })
    this.onEnd(() => server.close())
    const link = await server.login()
    this.onEnd(() => link.close())
    const ask = (F: string, text?: string, fields: Record<string, string> = {}) =>
      link.request(STORAGE, { F, ...(F.startsWith('uci') && { N: 'record' }), ...fields }, text)
    return {
      server,
      link,
      ask,
      /** Saves and expects that it is saved. */
      async set(...lines: readonly string[]): Promise<void> {
        const { fields } = await ask('uciset', lines.join('\n'))
        if (fields.R !== '1') throw new Error(`not saved: ${fields.W}`)
      },
      /** Reloads the recording service. */
      async restart(): Promise<void> {
        const { fields } = await ask('restart')
        if (fields.R !== '1') throw new Error(`not restarted: ${fields.W}`)
      },
      change: <T>(work: (file: Database.Database) => T) => changeDatabase(server, work),
      /** Paths of all rows, by time. */
      rows: () =>
        changeDatabase(server, (file) =>
          file.prepare<[], string>('select path from recordings order by start_ms').pluck().all(),
        ),
    }
  }

  onEnd(end: () => unknown): void {
    this.#ends.push(end)
  }

  /** Ends what was started, in reverse order. */
  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end()
  }

  async remove(): Promise<void> {
    await this.stop()
    this.#fake.remove()
    rmSync(this.#root, { recursive: true, force: true })
  }

  #list(): void {
    const disks = names.map((name) => ({
      name: `sd${name}1`,
      fstype: 'ext4',
      uuid: name,
      mountpoint: this.#mounted.has(name) ? this.mountPoint(name) : null,
    }))
    this.#fake.set([{ name: 'sda', children: disks }])
  }
}

export type SlotSite = Awaited<ReturnType<DiskMachine['start']>>

function recordingsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.mp4')).sort()
}
