export { askJson, CallRefused, CallUnanswered, callJson, type HttpResult, mayAskAgain } from './http.ts'
