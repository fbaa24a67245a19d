export { createStorageWatch } from './storage-watch.ts'
