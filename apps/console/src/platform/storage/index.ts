export { browserStore, memoryStore, readJson, storageKeys, type TextStore } from './storage.ts'
