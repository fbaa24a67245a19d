export {
  credentialsSchema,
  type Failure,
  failure,
  failureSchema,
  failureTexts,
  isFailure,
  passwordHashSchema,
  success,
  successSchema,
} from './envelope.ts'
