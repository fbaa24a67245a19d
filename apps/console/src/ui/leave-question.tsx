import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../platform/texts/index.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before changes of a page are lost that were not saved: before what is given to `ask`, and before the page is left by a
 * link or by Back. Closing the tab is asked about by the browser, in its words. `title` names what was changed; it may be empty.
 */
export function useLeaveQuestion(isDirty: boolean, title: string) {
  const t = useText()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const isGuarded = useBackGuard(isDirty, dirty, (leave) => setWaiting(() => leave))
  useEffect(() => {
    if (!isGuarded) return
    const listening = new AbortController()
    const { signal } = listening
    // Before the link itself, which would leave at once. The address takes the place of the guard entry.
    window.addEventListener(
      'click',
      (event) => {
        const address = leavingTo(event)
        if (address === null) return
        event.preventDefault()
        event.stopPropagation()
        const leave = () => void navigate(address, { replace: true })
        if (dirty.current) setWaiting(() => leave)
        else leave()
      },
      { capture: true, signal },
    )
    window.addEventListener('beforeunload', (event) => dirty.current && event.preventDefault(), { signal })
    return () => listening.abort()
  }, [isGuarded, navigate])
  const question: ReactNode = (
    <ConfirmDialog
      open={waiting !== null}
      title={title === '' ? t('draw.discard') : t('draw.discardOf', { title })}
      text={t('draw.discardHint')}
      confirmLabel={t('draw.discardYes')}
      onConfirm={async () => waiting?.()}
      onClose={() => setWaiting(null)}
    />
  )
  return {
    ask(step: () => void): void {
      if (isDirty) setWaiting(() => step)
      else step()
    },
    question,
  }
}

/**
 * The router cannot hold a Back, so the first change adds an entry with the same address to the history: Back arrives at the page
 * itself, where it can be asked about. The entry stays while the page is open; Back passes over it once everything is saved.
 */
function useBackGuard(
  isDirty: boolean,
  dirty: { readonly current: boolean },
  onBack: (leave: () => void) => void,
): boolean {
  const [isGuarded, setGuarded] = useState(false)
  if (isDirty && !isGuarded) setGuarded(true)
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    if (!isGuarded) return
    addEntry()
    const { href } = window.location
    const listening = new AbortController()
    window.addEventListener(
      'popstate',
      () => {
        if (window.location.href !== href || isGuardEntry()) return
        if (!dirty.current) return window.history.back()
        addEntry()
        back.current(() => {
          listening.abort()
          window.history.go(-2)
        })
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [isGuarded, dirty])
  return isGuarded
}

const guardMark = 'unsavedGuard'

function addEntry(): void {
  if (!isGuardEntry()) window.history.pushState({ ...window.history.state, [guardMark]: true }, '')
}

function isGuardEntry(): boolean {
  return Boolean(window.history.state?.[guardMark])
}

/** Where a click on a link of the console leads; null for any other click, and for one that opens another tab. */
function leavingTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href)
  return origin === window.location.origin && pathname !== window.location.pathname ? pathname + search : null
}
