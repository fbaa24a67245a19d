export { eventProfilesFeature } from './event-profiles.module.ts'
