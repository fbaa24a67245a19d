export { loginCalls } from './session.calls.ts'
export { cookieOfSession } from './session.cookie.ts'
export { takeExternalLogin } from './session.external.ts'
export { createLogin, type ExternalLogin, type Login } from './session.login.ts'
export { LoginProvider, useLogin, useLoginState } from './session.react.tsx'

/** The login page's code, fetched when it is shown. */
export const loadLoginPage = async () => ({ Page: (await import('./login.page.tsx')).LoginPage })
