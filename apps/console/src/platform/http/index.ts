export { callJson, type HttpResult } from './http.ts'
