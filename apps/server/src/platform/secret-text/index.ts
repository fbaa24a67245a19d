export { isSameSecret } from './same-secret.ts'
