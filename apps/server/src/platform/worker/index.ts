export { startWorker, type WorkerThread } from './worker.ts'
