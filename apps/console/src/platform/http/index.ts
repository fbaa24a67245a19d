export {
  askFile,
  askJson,
  askText,
  askWithLogin,
  CallRefused,
  CallUnanswered,
  callJson,
  type HttpResult,
  mayAskAgain,
} from './http.ts'
