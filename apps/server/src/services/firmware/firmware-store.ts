// Belongs here: which firmware files there are. Does not: how they come in (firmware-uploads.ts), who downloads them (firmware-downloads.ts).
import { AppError } from '@fleetglass/contract/errors'
import type { FirmwareEdit, FirmwareFile } from '@fleetglass/contract/firmware'
import type { Clock } from '../../platform/clock/index.ts'
import type { FirmwareFilesStore } from './firmware-files.store.ts'
import type { FirmwareFolder } from './firmware-folder.ts'

export interface FirmwareStore {
  list(): Promise<readonly FirmwareFile[]>
  find(id: string): Promise<FirmwareFile | null>
  edit(edit: FirmwareEdit): Promise<void>
  remove(id: string): Promise<void>
}

export function createFirmwareStore({
  clock,
  files,
  folder,
}: {
  readonly clock: Clock
  readonly files: FirmwareFilesStore
  readonly folder: Pick<FirmwareFolder, 'remove'>
}): FirmwareStore {
  return {
    list: () => files.all(),
    find: (id) => files.find(id),
    async edit(edit) {
      if (!(await files.edit(edit, Math.floor(clock.nowMs() / 1000)))) throw new AppError('unknown-firmware')
    },
    async remove(id) {
      if (!(await files.remove(id))) throw new AppError('unknown-firmware')
      await folder.remove(id)
    },
  }
}
