export { callJson } from './http.ts'
