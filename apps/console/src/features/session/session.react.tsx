import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import type { Login, LoginState } from './session.login.ts'

const LoginContext = createContext<Login | null>(null)

export function LoginProvider(props: { readonly login: Login; readonly children: ReactNode }) {
  return <LoginContext value={props.login}>{props.children}</LoginContext>
}

export function useLogin(): Login {
  const login = use(LoginContext)
  if (!login) throw new Error('useLogin outside of LoginProvider')
  return login
}

/** How far the login page is. */
export function useLoginState(): LoginState {
  return useStore(useLogin().state)
}
