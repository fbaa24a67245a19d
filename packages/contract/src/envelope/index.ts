export { passwordHashSchema } from './envelope.ts'
