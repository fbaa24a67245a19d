import { expect, it } from 'vitest'
import { redirectToLogin, requestedAddress } from './redirect.ts'

it('[SHELL-073] [RIGHT1-01] [RIGHT1-09] [RIGHT2-01] without a stored AutoLogin every page goes to the login', () => {
  expect(redirectToLogin({ path: '/', autoLogin: null, loginFlag: 1 })).toBe('/login')
})

it('[SHELL-074] [RIGHT1-03] [RIGHT1-14] [RIGHT2-02] also with AutoLogin false and no user logged in', () => {
  expect(redirectToLogin({ path: '/blockview', autoLogin: 'false', loginFlag: 0 })).toBe('/login')
  expect(redirectToLogin({ path: '/blockview', autoLogin: 'false', loginFlag: 1 })).toBeNull()
  expect(redirectToLogin({ path: '/blockview', autoLogin: 'true', loginFlag: 0 })).toBeNull()
})

it('[SHELL-075] [RIGHT1-02] [RIGHT2-03] a failed login too', () => {
  expect(redirectToLogin({ path: '/', autoLogin: 'true', loginFlag: 2 })).toBe('/login')
})

it('[SHELL-076] the login page itself stays, and so does a page while auto-login is under way', () => {
  expect(redirectToLogin({ path: '/login', autoLogin: null, loginFlag: 2 })).toBeNull()
  expect(redirectToLogin({ path: '/', autoLogin: 'true', loginFlag: 0 })).toBeNull()
})

it('after the login the requested address opens, when it is a page of this console', () => {
  expect(requestedAddress({ pathname: '/splayback/van', search: '?day=2026-01-05' })).toBe(
    '/splayback/van?day=2026-01-05',
  )
  for (const pathname of ['/', '/login', '//elsewhere.test/'])
    expect(requestedAddress({ pathname, search: '' })).toBeNull()
})
