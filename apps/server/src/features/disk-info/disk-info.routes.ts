import { type DiskInfo, diskInfoPath, type RecordingDiskInfo } from '@fleetglass/contract/disk-info'
import { readSize } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { DiskEntry, FolderUsage, RecordingDiskList } from '../../services/disk-info/index.ts'

const MB = 1024 * 1024

export interface DiskInfoDeps {
  readonly disks: Pick<RecordingDiskList, 'freeBytes' | 'read'>
  readonly usage: Readonly<Record<'footage' | 'snapshots' | 'sdBackup', Pick<FolderUsage, 'bytes'>>>
  /** Sizes of the folders as the Events tab of the server settings has them. */
  readonly limits: {
    readonly value: { readonly footagesize: string; readonly snapsize: string; readonly sdsize: string }
  }
  readonly dataFolder: string
}

/** `GET /gkserver/diskinfo`: disks of recordings and folders of event files. */
export const diskInfoEndpoints = ({ disks, usage, limits, dataFolder }: DiskInfoDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: diskInfoPath,
    access: 'login',
    audit: 'Read how full the disks are',
    body: z.object({}),
    async handle(): Promise<DiskInfo> {
      const [entries, rootUsableSize] = await Promise.all([disks.read(), disks.freeBytes(dataFolder)])
      return {
        disks: entries.map(toDisk),
        footageUsedSize: usage.footage.bytes,
        footageFullSize: readSize(limits.value.footagesize),
        snapshotUsedSize: usage.snapshots.bytes,
        snapshotFullSize: readSize(limits.value.snapsize),
        sdUsedSize: usage.sdBackup.bytes,
        sdFullSize: readSize(limits.value.sdsize),
        rootUsableSize,
      }
    },
  }),
]

function toDisk(entry: DiskEntry): RecordingDiskInfo {
  return {
    path: entry.path,
    status: entry.status,
    full_size: entry.sizeBytes,
    free_size: entry.freeBytes,
    used: entry.usedBytes,
    reserve: entry.reserveBytes,
    minMB: Math.round((entry.bytesPerMinute / MB) * 100) / 100,
  }
}
