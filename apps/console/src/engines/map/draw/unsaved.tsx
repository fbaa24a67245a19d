import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'

interface Draft {
  readonly title: string
  readonly devices: ReadonlySet<string>
}

/**
 * Asks before changes are lost that were not saved: before what is given to `ask`, and before the page is left by a link.
 * Closing the tab is asked about by the browser, in its words.
 */
export function useUnsaved<Kept extends Draft>(draft: Kept | null, saved: Kept | null) {
  const t = useText()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const isDirty = draft !== null && saved !== null && !isSame(draft, saved)
  useEffect(() => {
    if (!isDirty) return
    const heard = new AbortController()
    const { signal } = heard
    // Ahead of the link itself, which would go at once.
    window.addEventListener(
      'click',
      (event) => {
        const address = leavingTo(event)
        if (address === null) return
        event.preventDefault()
        event.stopPropagation()
        setWaiting(() => () => void navigate(address))
      },
      { capture: true, signal },
    )
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    return () => heard.abort()
  }, [isDirty, navigate])
  const title = saved?.title || draft?.title || ''
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

/** Where a click on a link of the console leads; null for any other click, and for one that opens another tab. */
function leavingTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href)
  return origin === window.location.origin && pathname !== window.location.pathname ? pathname + search : null
}

function isSame<Kept extends Draft>(one: Kept, other: Kept): boolean {
  if (one === other) return true
  const { devices: ones, ...words } = one
  const { devices: others, ...otherWords } = other
  const sameDevices = ones === others || (ones.size === others.size && [...ones].every((id) => others.has(id)))
  return sameDevices && JSON.stringify(words) === JSON.stringify(otherWords)
}
