export { badCredentials, badToken, permissionDenied, Refusal, refused, StartRefused } from './refusal.ts'
