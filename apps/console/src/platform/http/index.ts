export { askJson, CallRefused, callJson } from './http.ts'
