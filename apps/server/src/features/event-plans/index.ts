export { eventPlansFeature } from './event-plans.module.ts'
