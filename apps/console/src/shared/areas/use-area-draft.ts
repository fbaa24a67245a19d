import { useRef, useState } from 'react'
import { type DrawMapHandle, useUnsaved } from '../../engines/map/index.ts'

/** What every area has before it is saved. */
export interface AreaDraft {
  readonly title: string
  readonly enable: 0 | 1
  readonly devices: ReadonlySet<string>
}

/** The area that is edited, as it was opened or saved, and the map that shows it. */
export function useAreaDraft<Draft extends AreaDraft>() {
  const map = useRef<DrawMapHandle>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saved, setSaved] = useState<Draft | null>(null)
  const { ask, question } = useUnsaved(draft, saved)
  return {
    map,
    draft,
    setSaved,
    /** Confirms first where something would be lost. */
    ask,
    question,
    change: (of: (now: Draft) => Draft): void => setDraft((now) => now && of(now)),
    open(next: Draft | null): void {
      setDraft(next)
      setSaved(next)
    },
  }
}
