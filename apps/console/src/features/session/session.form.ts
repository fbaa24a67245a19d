import type { TextKey } from '@fleetglass/texts'

/** What was typed on the login page. `server` is null where the page's own host is the server (LOGIN-15). */
export interface LoginForm {
  readonly user: string
  readonly password: string
  readonly server: { readonly address: string; readonly port: string } | null
}

/** LOGIN-20 … 25: the first thing wrong with what was typed; null when it can be sent. Blanks only count as empty. */
export function checkLoginForm({ user, password, server }: LoginForm): TextKey | null {
  if (isEmpty(user) || isEmpty(password)) return 'login.error.credentials'
  if (server === null) return null
  if (isEmpty(server.address)) return 'login.error.emptyAddress'
  if (!isHost(server.address.trim())) return 'login.error.wrongAddress'
  if (isEmpty(server.port)) return 'login.error.emptyPort'
  return isPort(server.port) ? null : 'login.error.wrongPort'
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}

/** A host name or address alone: no path, port or account, and nothing that a socket could not be opened to. */
function isHost(text: string): boolean {
  if (/[/\\@?#\s]/.test(text)) return false
  return URL.canParse(`ws://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}:1/`)
}

function isPort(text: string): boolean {
  const port = Number(text)
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}
