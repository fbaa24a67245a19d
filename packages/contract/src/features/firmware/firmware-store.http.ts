import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { secret } from '../../envelope/index.ts'

/** `GET` lists the store, `PUT` renames a file or changes its memo, `DELETE` removes it; each answers with the whole list. */
export const firmwareStorePath = '/gkdevice/firmwarestore'
/** `GET`: the bytes of a file, with byte ranges, for devices: the id is the secret (API2-110). */
export const firmwareFilePath = '/firmware'
/** `GET {path}/{token}`: the bytes for one update, with byte ranges, while it runs. */
export const firmwareUpdatePath = '/firmware/update'

export const firmwareAccess: Requirement = requirements.firmware

/** FW-26: 200 MB. */
export const FIRMWARE_BYTES_MAX = 209_715_200
/** Files of the store together. */
export const FIRMWARE_FILES_MAX = 200
export const FIRMWARE_NAME_MAX = 200
export const FIRMWARE_MEMO_MAX = 500

const noControl = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text)

/** A name without a folder: it is shown, and offered to who downloads the file; no path is made of it. */
export const firmwareNameSchema = z
  .string()
  .trim()
  .min(1, 'cannot be empty')
  .max(FIRMWARE_NAME_MAX)
  .refine((name) => !/[/\\]/.test(name) && name !== '.' && name !== '..', 'has a slash')
  .refine(noControl, 'has characters that cannot be shown')

export const firmwareMemoSchema = z
  .string()
  .trim()
  .max(FIRMWARE_MEMO_MAX)
  .refine(noControl, 'has characters that cannot be shown')

/** Opens the file by itself: the access log, which every account reads, must not have it. */
export const firmwareIdSchema = secret(z.string().regex(/^[0-9a-f]{32}$/, 'is no id of a firmware file'))

/** FW-29. */
export const firmwareFileSchema = z.object({
  firmwareid: firmwareIdSchema,
  filename: z.string(),
  memo: z.string(),
  /** Bytes. */
  filesize: z.number(),
  /** MD5 of the bytes, lower-case hex. */
  hash: z.string(),
  /** Unix seconds of the upload or the latest change. */
  updatetime: z.number(),
})
export const firmwareFilesSchema = z.array(firmwareFileSchema)
export type FirmwareFile = Readonly<z.infer<typeof firmwareFileSchema>>

/** What is left out stays as it is. */
export const firmwareEditSchema = z.object({
  firmwareid: firmwareIdSchema,
  filename: firmwareNameSchema.optional(),
  memo: firmwareMemoSchema.optional(),
})
export type FirmwareEdit = Readonly<z.infer<typeof firmwareEditSchema>>
export const firmwareRemovalSchema = z.object({ firmwareid: firmwareIdSchema })

/** FW-31: where a device downloads a file of the store. */
export function firmwareUrl(
  server: { readonly host: string; readonly streamPort: number },
  firmwareid: string,
): string {
  const host = server.host.includes(':') && !server.host.startsWith('[') ? `[${server.host}]` : server.host
  return `http://${host}:${server.streamPort}${firmwareFilePath}/${firmwareid}`
}
