import type { RecordingDisk } from './recordings.types.ts'

/** Below its floor the disk of the data folder belongs to recordings and the database. */
export function isDiskFull({ mediaFolder: { state } }: Pick<RecordingDisk, 'mediaFolder'>): boolean {
  return state.kind === 'stopped' && state.reason === 'full'
}
