export { daysOfRange, type NetflowDay, netflowPath, netflowRequestSchema, netflowSchema } from './netflow.http.ts'
