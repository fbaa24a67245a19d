export { serveCalls } from './serve-calls.ts'
export { startWorker, WorkerBusy, type WorkerOptions, type WorkerThread } from './worker.ts'
