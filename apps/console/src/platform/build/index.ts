export { runningScript, watchBuild } from './build-watch.ts'
export { registerServiceWorker } from './service-worker.ts'
