export { failure, failureTexts, passwordHashSchema } from './envelope.ts'
