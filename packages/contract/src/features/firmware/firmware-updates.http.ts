import { z } from 'zod'

/** `GET {path}/*` lists the devices that the caller sees, `GET {path}/{deviceid}` that one device (API2-122, API2-123). */
export const deviceFirmwarePath = '/gkdevice/firmware'

/** Longest address of a firmware file; a command of JT/T 808 has a thousand bytes. */
export const FIRMWARE_URL_MAX = 500

/** A name or an IPv6 address, and a port. */
const host = String.raw`(?:[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?`
/** `;` separates the parts of the command 0x8105. */
const address = new RegExp(String.raw`^https?://${host}(?:[/?][^\s\p{C};\\]*)?$`, 'iu')

/** VCP-108: `http:` or `https:`. User and password have fields of their own, so that no log or list holds them. */
export function isFirmwareUrl(text: string): boolean {
  return text.length <= FIRMWARE_URL_MAX && address.test(text)
}

/** Why an update failed. */
export const firmwareFailures = [
  /** The device went offline before it had the command. */
  'offline',
  /** It did not answer the command. */
  'timeout',
  /** It refused the command. */
  'refused',
  /** It has no such command. */
  'unsupported',
  /** 0x0108: it could not download, check or install the file. */
  'failed',
  /** 0x0108: it was cancelled at the device. */
  'cancelled',
  /** It reported success and has the version that it had. */
  'old-version',
  /** It reported success and has neither the version it had nor the target. */
  'other-version',
  /** It reported success, and its version could not be read. */
  'unknown-version',
  /** It took the command and neither downloaded nor reported anything for too long. */
  'no-result',
] as const
export type FirmwareFailure = (typeof firmwareFailures)[number]

/**
 * `ordered`: the command is on its way. `accepted`: the device has confirmed it. `downloading`: it has read the store. `verifying`: it reported
 * success, and its version is being read.
 */
export const firmwareStages = ['ordered', 'accepted', 'downloading', 'verifying', 'done', 'failed'] as const
export type FirmwareStage = (typeof firmwareStages)[number]

/** The latest update of a device. */
export const firmwareUpdateSchema = z.object({
  stage: z.enum(firmwareStages),
  /** Empty unless it failed. */
  reason: z.union([z.literal(''), z.enum(firmwareFailures)]),
  /** The version to reach; empty for an update by hand. */
  target: z.string(),
  /** The version that the device had; empty while it has not reported one. */
  before: z.string(),
  /** Who started it. */
  by: z.enum(['user', 'plan', 'rollout']),
  /** Unix seconds. */
  begintime: z.number(),
  /** Unix seconds; 0 while it runs. */
  endtime: z.number(),
})
export type FirmwareUpdate = Readonly<z.infer<typeof firmwareUpdateSchema>>

/** FW-16. */
export const deviceFirmwareSchema = z.object({
  deviceid: z.string(),
  /** As the device last reported it in 0x0107; empty while it has not. */
  version: z.string(),
  /** FW-17: 0 offline; 1 to 99 the progress of the update that runs; 100 online and none runs, also after a failure. */
  status: z.number().int().min(0).max(100),
  /** `null`: there was none. */
  update: firmwareUpdateSchema.nullable(),
})
export const deviceFirmwaresSchema = z.array(deviceFirmwareSchema)
export type DeviceFirmware = Readonly<z.infer<typeof deviceFirmwareSchema>>
