export { passwordHashSchema } from './envelope.ts'
export { isSecret, secret } from './secret.ts'
