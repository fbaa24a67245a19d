/** Folders of event files, below the data folder. Each has a size in the Events tab of the server settings (SET-049). */
export const EVENT_FOLDERS = {
  footage: 'event-media',
  snapshots: 'snapshots',
  sdBackup: 'sd-backup',
} as const
