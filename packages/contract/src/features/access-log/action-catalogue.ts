import type { AccessAction } from './access-log.http.ts'

/** A call as the catalogue looks at it. */
export interface LoggedCall {
  readonly type: AccessAction['type']
  readonly method: string
  readonly url?: string | undefined
  readonly body?: string | undefined
}

/** The action of the first entry that matches; '' when none does (ACCLOG-12). */
export function actionOf(catalogue: readonly AccessAction[], call: LoggedCall): string {
  return catalogue.find((entry) => isOf(entry, call))?.action ?? ''
}

function isOf({ type, method, data = {} }: AccessAction, call: LoggedCall): boolean {
  return (
    type === call.type &&
    method === call.method &&
    (data.url === undefined || matchesPattern(data.url, call.url ?? '')) &&
    (data.body === undefined || matchesPattern(data.body, call.body ?? ''))
  )
}

/** ACCLOG-08: `%` stands for any text, also none. Compared piece by piece, so that no pattern takes long. */
export function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('%')
  const [first = ''] = pieces
  if (pieces.length === 1) return pattern === text
  const last = pieces.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found === -1 || found + piece.length > text.length - last.length) return false
    at = found + piece.length
  }
  return true
}
