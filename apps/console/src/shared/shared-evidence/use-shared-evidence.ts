import {
  type SharedEvidence,
  sharedEvidencePath,
  sharedEvidenceSchema,
  sharedFileAddress,
} from '@fleetglass/contract/evidence'
import { useCallback, useEffect, useState } from 'react'
import { callJson } from '../../platform/http/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'

type State =
  | { readonly kind: 'opening' }
  /** `null`: no password was sent yet. */
  | { readonly kind: 'locked'; readonly fault: string | null }
  | { readonly kind: 'open'; readonly shared: SharedEvidence }
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string }

const CHECK_MS = 15_000

/** Codes after which the right password may still open the link. */
const locked: readonly unknown[] = ['share-password-wrong', 'too-many-attempts', 'too-many-logins']

export function useSharedEvidence(token: string) {
  const clock = useClock()
  const [state, setState] = useState<State>({ kind: 'opening' })
  const enter = useCallback(
    (password?: string): void => {
      open(token, password).then(setState, (cause: unknown) => setState({ kind: 'unanswered', reason: String(cause) }))
    },
    [token],
  )
  useEffect(() => enter(), [enter])
  const share = state.kind === 'open' ? state.shared.share : null
  const check = useCallback((): void => {
    if (share === null) return
    // The answer to the link says why, in the language of the page. A server that does not answer ends nothing.
    hasEnded(share).then((isOver) => isOver && enter(), ignoreUnanswered)
  }, [enter, share])
  useEffect(() => {
    // What is in the player already goes on by itself: nothing else would say that the link has ended.
    const timer = clock.every(CHECK_MS, check)
    return () => timer.cancel()
  }, [clock, check])
  return { state, enter, check }
}

async function hasEnded(share: string): Promise<boolean> {
  const reply = await fetch(sharedFileAddress(share), { method: 'HEAD', credentials: 'same-origin' })
  return reply.status === 404
}

/** Checked again soon. */
function ignoreUnanswered(): void {}

async function open(token: string, password: string | undefined): Promise<State> {
  const linkPassword = password === undefined ? {} : { linkPassword: sha256Hex(password) }
  const reply = await callJson('POST', sharedEvidencePath, { token, ...linkPassword })
  if (reply.ok) return { kind: 'open', shared: sharedEvidenceSchema.parse(reply.value) }
  const { kind, reason } = reply
  const code = kind === 'refused' && 'code' in reply.answer ? reply.answer.code : null
  if (code === 'share-password-needed') return { kind: 'locked', fault: null }
  if (locked.includes(code)) return { kind: 'locked', fault: reason }
  return code === 'unknown-share' ? { kind: 'ended', reason } : { kind: 'unanswered', reason }
}
