export {
  askFile,
  askJson,
  askText,
  CallRefused,
  CallUnanswered,
  callJson,
  type HttpResult,
  mayAskAgain,
} from './http.ts'
