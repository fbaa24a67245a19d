export { browserStore, memoryStore, readJson, storageKeys, type TextStore, tabStore } from './storage.ts'
