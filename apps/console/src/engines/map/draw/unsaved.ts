import { useLeaveQuestion } from '../../../ui/index.ts'

interface Draft {
  readonly title: string
  readonly devices: ReadonlySet<string>
}

/** Confirms before unsaved changes of a drawing are lost. */
export function useUnsaved<Kept extends Draft>(draft: Kept | null, saved: Kept | null) {
  const isDirty = draft !== null && saved !== null && !isSame(draft, saved)
  return useLeaveQuestion(isDirty, saved?.title || draft?.title || '')
}

function isSame<Kept extends Draft>(one: Kept, other: Kept): boolean {
  if (one === other) return true
  const { devices: ones, ...words } = one
  const { devices: others, ...otherWords } = other
  const sameDevices = ones === others || (ones.size === others.size && [...ones].every((id) => others.has(id)))
  return sameDevices && JSON.stringify(words) === JSON.stringify(otherWords)
}
