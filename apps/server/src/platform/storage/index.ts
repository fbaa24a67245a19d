export { explainStorageFault } from './storage-fault.ts'
export { createStorageWatch } from './storage-watch.ts'
