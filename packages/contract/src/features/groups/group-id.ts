/** Of the group above all others. */
export const ROOT_GROUP = 'root'

/** The number of a group on the wire; `null`: it is the root, which has its name only, or no number. `rootId` is that of the root. */
export function groupNumber(groupid: string, rootId: number): number | null {
  if (groupid === ROOT_GROUP) return rootId
  const number = /^[1-9]\d{0,14}$/.test(groupid) ? Number(groupid) : null
  return number === rootId ? null : number
}
