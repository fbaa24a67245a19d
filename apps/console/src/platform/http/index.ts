export { askJson, CallRefused, callJson, mayAskAgain } from './http.ts'
