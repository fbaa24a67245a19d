export { askJson, CallRefused, callJson, type HttpResult, mayAskAgain } from './http.ts'
