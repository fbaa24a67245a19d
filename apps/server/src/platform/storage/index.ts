export { explainStorageFault } from './storage-fault.ts'
export { createStorageWatch, type StorageWatch } from './storage-watch.ts'
