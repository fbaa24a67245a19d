import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { logPage, secret } from '../../envelope/index.ts'

/** `POST`: files that devices uploaded on their own, the newest first (API2-148). */
export const autoUploadPath = '/gkdevice/autoupload'
/** `GET` with the name of a file: its bytes, with byte ranges (API2-149). */
export const autoUploadFilePath = '/gkdevice/aufile'

/** RIGHT2-33. */
export const autoUploadAccess: Requirement = { anyOf: ['F_event'] }

/** Characters of a name in the list; a longer one is cut before its extension. */
export const AUTO_UPLOAD_NAME_MAX = 120

const unixSeconds = z.int().min(0).max(0xffff_ffff)

export const autoUploadQuerySchema = z.object({
  /** Compared as a whole; left out: of all devices. */
  deviceid: z.string().max(31).optional(),
  /** Compared as a whole, in any case, with or without its dot; left out: all. */
  fileext: z.string().max(16).optional(),
  /** File time from, up to and without, in unix seconds. */
  afterTime: unixSeconds,
  beforeTime: unixSeconds,
  ...logPage,
})

/** AUTOUP-10. */
export const autoUploadFileSchema = z.object({
  serialno: z.int(),
  deviceid: z.string(),
  filename: z.string(),
  /** Bytes. */
  filesize: z.int(),
  /** In small letters, without the dot; empty: the file has none. */
  fileext: z.string(),
  /** Unix seconds: when the device made it, where it says so, else when it came. */
  filetime: z.int(),
  /** Unix seconds: when its last byte came. */
  updatetime: z.int(),
})

export type AutoUploadFile = z.infer<typeof autoUploadFileSchema>

export const autoUploadFilesSchema = z.array(autoUploadFileSchema)

/** Parameters of a download. */
export const autoUploadLinkSchema = z.object({
  u: z.string('is missing'),
  p: secret(z.string('is missing')),
  s: z.coerce.number().int().nonnegative(),
})

/** The address that a file is downloaded from. */
export function autoUploadFileAddress(
  { filename, serialno }: Pick<AutoUploadFile, 'filename' | 'serialno'>,
  { user, password }: { readonly user: string; readonly password: string },
): string {
  const query = `u=${encodeURIComponent(user)}&p=${encodeURIComponent(password)}&s=${serialno}`
  return `${autoUploadFilePath}/${encodeURIComponent(filename)}?${query}`
}
