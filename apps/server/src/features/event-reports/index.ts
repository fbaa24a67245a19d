export { eventReportsFeature } from './event-reports.module.ts'
