export { createEventEngine } from './event-engine.ts'
export type { EventEngine } from './event-engine.types.ts'
export { reportTrouble } from './recorder-events.ts'
export { eventsOfRecording } from './recording-alarms.ts'
