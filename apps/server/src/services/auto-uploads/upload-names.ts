// Belongs here: what a device's name of a file becomes in the list. Does not: the name on disk, which is never the device's.
import { AUTO_UPLOAD_NAME_MAX } from '@fleetglass/contract/auto-upload'

/** Letters that a list, a header or an address cannot show: controls, marks that turn the direction of text, halves of pairs. */
const NOT_SHOWN = /[\p{C}\u2028\u2029\\/]/gu
const EXTENSION = /\.([a-z0-9]{1,16})$/i

/** The last part of a path, as it can be shown anywhere. */
export function shownName(path: string): string {
  const last =
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  const name = last.toWellFormed().replace(NOT_SHOWN, '_').trim()
  // An address with dots alone is another address.
  if (/^\.*$/.test(name)) return 'file'
  if (name.length <= AUTO_UPLOAD_NAME_MAX) return name
  const ext = EXTENSION.exec(name)?.[0] ?? ''
  return name.slice(0, AUTO_UPLOAD_NAME_MAX - ext.length).toWellFormed() + ext
}

/** In small letters, without the dot; empty: there is none. */
export function extensionOf(name: string): string {
  return EXTENSION.exec(name)?.[1]?.toLowerCase() ?? ''
}
