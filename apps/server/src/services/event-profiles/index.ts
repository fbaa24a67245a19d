export { createEventProfiles } from './event-profiles.ts'
export type { EventProfiles, ProfileTables, StoredDefinition } from './event-profiles.types.ts'
export { shownEvent } from './shown-event.ts'
