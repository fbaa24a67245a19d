// Belongs here: where plans send what. Does not: sending it (server).
import { z } from 'zod'
import { ruleMessage } from '../../errors/index.ts'

export const SCRIPT_MAX = 500
export const UPLOAD_MAX = 500
/** Stands for a password that is stored and not shown (PLAN-52). */
export const PASSWORD_MASK = '***'

/** The name of a file: no path, no option, nothing hidden. */
const fileName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u

/** PLAN-56: an address or the name of a program. What a shell would read is neither. */
export const scriptSchema = z
  .string(ruleMessage('not-text'))
  .trim()
  .min(1, ruleMessage('empty'))
  .max(SCRIPT_MAX, ruleMessage('too-long', { most: SCRIPT_MAX }))
  .refine(isScript, ruleMessage('not-script'))

const host = String.raw`(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)(?::\d{1,5})?`
/** Without a user: a password in it would be shown to everyone who may read plans. */
const webAddress = new RegExp(String.raw`^https?://${host}(?:[/?][^\s\p{C}#\\]*)?$`, 'iu')
const uploadAddress = new RegExp(
  String.raw`^(?<scheme>ftp://)(?:(?<user>[^\s\p{C}:@/?#\\]*)(?::(?<password>[^\s\p{C}:@/?#\\]*))?@)?(?<host>${host})(?<folder>/[^\s\p{C}?#\\]*)?$`,
  'iu',
)
/** A host of numbers that is no address, or a port that none can be, is refused: nothing would ever be reached. */
const isAddress = (text: string): boolean => z.url().safeParse(text).success
/** Commands of FTP are lines: an encoded line break would begin a second command. */
const encodedControl = /%(?:0|1)[0-9a-f]|%7f/i

/** Whether it is an address or the name of a program. */
export function isScript(text: string): boolean {
  return isWebAddress(text) || fileName.test(text)
}

/** Whether what is sent is posted rather than given to a program. */
export function isWebAddress(script: string): boolean {
  return webAddress.test(script) && isAddress(script)
}

/** PLAN-52: `ftp://user:password@host:port/folder`, or empty. */
export const uploadUrlSchema = z
  .string(ruleMessage('not-text'))
  .trim()
  .max(UPLOAD_MAX, ruleMessage('too-long', { most: UPLOAD_MAX }))
  .refine((text) => text === '' || partsOf(text) !== null, ruleMessage('not-ftp-address'))

/** The address as lists show it. */
export function maskedUpload(upload: string): string {
  return partsOf(upload)?.password === undefined ? upload : withPassword(upload, PASSWORD_MASK)
}

/** Whether the password was left as lists show it. */
export function isMaskedUpload(upload: string): boolean {
  return partsOf(upload)?.password === PASSWORD_MASK
}

/** The address with the password of `stored`; `null` where that is for another user or server, which must not receive it. */
export function unmaskedUpload(upload: string, stored: string): string | null {
  const [typed, old] = [partsOf(upload), partsOf(stored)]
  if (typed === null || old?.password === undefined) return null
  const isSame = typed.user === old.user && typed.host.toLowerCase() === old.host.toLowerCase()
  return isSame ? withPassword(upload, old.password) : null
}

function withPassword(upload: string, password: string): string {
  const parts = partsOf(upload)
  return parts === null ? upload : `${parts.scheme}${parts.user ?? ''}:${password}@${parts.host}${parts.folder ?? ''}`
}

interface UploadParts {
  readonly scheme: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly host: string
  readonly folder: string | undefined
}

function partsOf(upload: string): UploadParts | null {
  const found = encodedControl.test(upload) ? undefined : uploadAddress.exec(upload)?.groups
  if (found === undefined) return null
  const { scheme = '', user, password, host: server = '', folder } = found
  if (!isAddress(`${scheme}${server}`)) return null
  return { scheme, user, password, host: server, folder }
}
