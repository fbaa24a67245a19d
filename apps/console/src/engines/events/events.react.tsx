import { createContext, type ReactNode, use } from 'react'
import type { Events } from './events.ts'

const EventsContext = createContext<Events | null>(null)

/** Makes the events reachable for what is below. */
export function EventsProvider(props: { readonly events: Events; readonly children: ReactNode }) {
  return <EventsContext value={props.events}>{props.children}</EventsContext>
}

/** What happens to vehicles, and whether this browser shows notices. */
export function useEvents(): Events {
  const events = use(EventsContext)
  if (!events) throw new Error('useEvents outside of EventsProvider')
  return events
}
