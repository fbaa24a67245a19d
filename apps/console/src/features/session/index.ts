export { createLogin, type Login } from './session.login.ts'
export { LoginProvider, useLogin } from './session.react.tsx'

/** The login page's code, fetched when it is shown. */
export const loadLoginPage = async () => ({ Page: (await import('./login.page.tsx')).LoginPage })
