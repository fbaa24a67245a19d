/** The login screen. */
export const sessionTexts = {
  'login.title': 'Log in',
  'login.lead': 'Live video, position and recordings of every vehicle.',
  'login.user': 'User name',
  'login.password': 'Password',
  'login.save': 'Save password',
  'login.submit': 'Log in',
  'login.pending': 'Logging in…',
  'login.resolution': 'Best resolution 1920x1080 pixel',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.error.credentials': 'Oops Invalid username or password',
  'login.error.refused': 'AuthFailed',
  'login.error.unreachable': 'The server does not answer. It is tried again every 10 seconds.',
} as const
