export { refuseNul } from './nul-text.ts'
export { badCredentials, badToken, permissionDenied, Refusal, refused, StartRefused } from './refusal.ts'
