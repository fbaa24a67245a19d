export { createTelematics, type Telematics } from './telematics.ts'
