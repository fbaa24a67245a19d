import type { TextKey } from '@fleetglass/contract/texts'

/** LOGIN-20, 21, 25: the first thing wrong with what was typed; null when it can be sent. Blanks only count as empty. */
export function checkLoginForm(form: { readonly user: string; readonly password: string }): TextKey | null {
  return form.user.trim() === '' || form.password.trim() === '' ? 'login.error.credentials' : null
}
