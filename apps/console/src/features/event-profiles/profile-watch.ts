import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFleetState } from '../../engines/fleet/index.ts'

/** What shows names of events: the first part of each query key. */
const namedEvents = ['event-profiles', 'day-events'] as const

/** Reads the names of events again when an administrator has changed them, in whatever console. Draws nothing itself. */
export function ProfileWatch() {
  const queries = useQueryClient()
  const revision = useFleetState(({ eventProfiles }) => eventProfiles)
  const seen = useRef(revision)
  useEffect(() => {
    const before = seen.current
    if (revision === null) return
    seen.current = revision
    if (before === null || before === revision) return
    for (const name of namedEvents) void queries.invalidateQueries({ queryKey: [name] })
  }, [queries, revision])
  return null
}
