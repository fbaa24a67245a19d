export { serveCalls } from './serve-calls.ts'
export { startWorker, WorkerBusy, type WorkerThread } from './worker.ts'
