export { serveCalls } from './serve-calls.ts'
export { startWorker, type WorkerThread } from './worker.ts'
