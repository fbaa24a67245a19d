export { CodeGuard } from './code-guard.tsx'
export { fetchCode } from './fetch-code.ts'
export { lazyPart } from './lazy-part.tsx'
