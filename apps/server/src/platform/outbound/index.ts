export { resolveTarget, type Target } from './local-targets.ts'
