export { useKnownServer } from './server-info.ts'
