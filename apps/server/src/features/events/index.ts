export { eventsFeature } from './events.module.ts'
