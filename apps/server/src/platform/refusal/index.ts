export { badCredentials, permissionDenied, Refusal, refused } from './refusal.ts'
