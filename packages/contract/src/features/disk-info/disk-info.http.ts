import { z } from 'zod'

/** `GET /gkserver/diskinfo`: the disks of the server that answers, for every account. */
export const diskInfoPath = '/gkserver/diskinfo'

/** The page reads it again so often while it is open (DISK-07). */
export const DISK_INFO_PERIOD_MS = 5_000

/**
 * `writing`: new recordings go there. `full` and `failing`: it takes no data. `unused`: the media folder while media slots are set.
 * `readonly`: its recordings are played, nothing is written. `missing`: it is set as a media slot and not mounted.
 */
export const DISK_STATUSES = ['writing', 'full', 'failing', 'unused', 'readonly', 'missing'] as const
export type DiskStatus = (typeof DISK_STATUSES)[number]

const bytesSchema = z.int().nonnegative()
/** `null`: the disk does not say. */
const measuredSchema = bytesSchema.nullable()

/** A disk for recordings; sizes are in bytes (DISK-08). */
export const recordingDiskSchema = z.object({
  /** The folder of recordings; the UUID of a media slot that is not mounted. */
  path: z.string(),
  status: z.enum(DISK_STATUSES),
  full_size: measuredSchema,
  free_size: measuredSchema,
  used: measuredSchema,
  /** Left free for everything else: recordings are removed, or recording stops, when less is free. */
  reserve: measuredSchema,
  /** What was recorded in the last minute, in MB (1,048,576 bytes) per minute (DISK-11). */
  minMB: z.number().nonnegative(),
})
export type RecordingDiskInfo = z.infer<typeof recordingDiskSchema>

/** Sizes in bytes (DISK-09). Used: `null` until the files of the folder were counted once. Full: `null` without a limit. */
export const diskInfoSchema = z.object({
  disks: z.array(recordingDiskSchema),
  footageUsedSize: measuredSchema,
  footageFullSize: measuredSchema,
  snapshotUsedSize: measuredSchema,
  snapshotFullSize: measuredSchema,
  sdUsedSize: measuredSchema,
  sdFullSize: measuredSchema,
  /** Free on the file system that has these folders. */
  rootUsableSize: measuredSchema,
})
export type DiskInfo = z.infer<typeof diskInfoSchema>
