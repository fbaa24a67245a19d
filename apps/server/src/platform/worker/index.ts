export { serveCalls } from './serve-calls.ts'
export { createThread, ownThreads, type ThreadSource } from './thread-source.ts'
export { startWorker, WorkerBusy, type WorkerThread } from './worker.ts'
