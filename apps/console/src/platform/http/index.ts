export { askJson, askText, CallRefused, CallUnanswered, callJson, type HttpResult, mayAskAgain } from './http.ts'
