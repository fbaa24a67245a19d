export { badCredentials, permissionDenied, Refusal, refused, StartRefused } from './refusal.ts'
