import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { guardLeaving } from '../platform/pages/index.ts'
import { useText } from '../platform/texts/index.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Confirms before unsaved changes of a page are lost: before what is given to `ask`, and before the page is left by a
 * link, by Back or by `leavePage`. For closing the tab the browser shows its own question. `title` names what was changed; it
 * may be empty. `onDiscard`: the user gives the changes up.
 */
export function useLeaveQuestion(isDirty: boolean, title: string, onDiscard?: () => void) {
  const t = useText()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const goHome = (): void => void navigate('/', { replace: true })
  const isGuarded = useBackGuard(isDirty, dirty, (leave) => setWaiting(() => leave), goHome)
  useEffect(() => {
    if (!isGuarded) return
    const listening = new AbortController()
    const { signal } = listening
    const leaveBy = (step: () => void): void => {
      if (dirty.current) setWaiting(() => step)
      else step()
    }
    // Before the link itself, which would leave at once. The address takes the place of the guard entry.
    window.addEventListener(
      'click',
      (event) => {
        const address = leavingTo(event)
        if (address === null) return
        event.preventDefault()
        event.stopPropagation()
        leaveBy(() => void navigate(address, { replace: true }))
      },
      { capture: true, signal },
    )
    window.addEventListener('beforeunload', (event) => dirty.current && event.preventDefault(), { signal })
    const forget = guardLeaving((leave) => leaveBy(() => leave(true)))
    return () => {
      listening.abort()
      forget()
    }
  }, [isGuarded, navigate])
  const question: ReactNode = (
    <ConfirmDialog
      open={waiting !== null}
      title={title === '' ? t('draw.discard') : t('draw.discardOf', { title })}
      text={t('draw.discardHint')}
      confirmLabel={t('draw.discardYes')}
      onConfirm={async () => {
        onDiscard?.()
        waiting?.()
      }}
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
 * itself, where a question can be shown. The entry stays while the page is open; Back passes over it once everything is saved.
 */
function useBackGuard(
  isDirty: boolean,
  dirty: { readonly current: boolean },
  onBack: (leave: () => void) => void,
  goHome: () => void,
): boolean {
  const [isGuarded, setGuarded] = useState(false)
  if (isDirty && !isGuarded) setGuarded(true)
  const steps = useRef({ onBack, goHome })
  steps.current = { onBack, goHome }
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
        steps.current.onBack(() => {
          listening.abort()
          if (isFirstOfTab()) steps.current.goHome()
          else window.history.go(-2)
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

/** Whether there is nothing before the page below the guard entry, which has just been added: it ended what came later. */
function isFirstOfTab(): boolean {
  return window.history.length <= 2
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
