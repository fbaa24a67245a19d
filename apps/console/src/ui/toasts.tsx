import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { IconName } from '../platform/icons/index.ts'
import { useClock } from '../platform/preferences/index.ts'
import { type Translate, useText } from '../platform/texts/index.ts'
import { fillOf } from './filled-text.tsx'
import { Icon } from './icon.tsx'
import { type Toast, type ToastKind, toastList } from './toast-list.ts'
import './toasts.css'

/** What is more than this waits behind a count: notices may not cover the work. */
const onScreen = 3
/** While others pass by, two that wait for the user leave them one place. */
const waitingBesidePassing = 2

const icons: Readonly<Record<ToastKind, IconName>> = {
  success: 'check',
  info: 'info',
  warning: 'warning',
  error: 'warning',
}

/** SHELL-121: the place of all notices, at the top centre: what waits for the user first, then the newest. */
export function Toasts() {
  const t = useText()
  const toasts = useStore(toastList)
  const shown = shownOf(toasts)
  const hidden = toasts.filter((toast) => !shown.includes(toast))
  return (
    <section className="toasts" aria-label={t('app.notices')} aria-live="polite" aria-relevant="additions">
      <ol>
        {[...shown, ...hidden].map((toast) => (
          <ToastItem key={toast.key} toast={toast} shown={shown.includes(toast)} />
        ))}
      </ol>
      {hidden.length > 0 && <p className="notices-more">{t('app.moreNotices', { count: hidden.length })}</p>}
    </section>
  )
}

function shownOf(toasts: readonly Toast[]): readonly Toast[] {
  const passing = toasts.filter(({ staysMs }) => staysMs !== null)
  const waiting = toasts.filter(({ staysMs }) => staysMs === null)
  const places = passing.length > 0 ? waitingBesidePassing : onScreen
  return [...waiting.slice(-places).reverse(), ...passing.reverse()].slice(0, onScreen)
}

/** The time of one that passes runs also while there is no place for it. */
function ToastItem({ toast, shown }: { readonly toast: Toast; readonly shown: boolean }) {
  const t = useText()
  const clock = useClock()
  // A toast that has the pointer or the focus is not removed.
  const [held, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const stopped = held && shown
  useEffect(() => {
    if (toast.staysMs === null || stopped) return
    const timer = clock.after(toast.staysMs, toast.close)
    return () => timer.cancel()
  }, [toast, stopped, clock])
  if (!shown) return null
  return (
    <li
      className={`notice notice-${toast.kind}`}
      {...fillOf(toast.fill)}
      aria-label={toast.text}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      onKeyDown={(event) => {
        if (event.key === 'Escape') toast.close()
      }}
    >
      <Icon name={icons[toast.kind]} />
      <div className="notice-body">
        <NoticeWords toast={toast} />
        {toast.actions.length > 0 && (
          <div className="notice-actions">
            {toast.actions.map(({ label, run }) => (
              <button
                key={label}
                type="button"
                className="btn btn-sm btn-primary"
                onClick={() => {
                  run()
                  toast.close()
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      <button type="button" className="icon-button" aria-label={t('action.close')} onClick={toast.close}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}

/** ERR2-01, ERR2-05: a success and an error have their kind as the title, unless they have another title. */
function wordsOf({ kind, text, detail }: Toast, t: Translate): { readonly title: string; readonly message?: string } {
  if (detail !== undefined) return { title: text, message: detail }
  if (kind === 'error' || kind === 'success') return { title: t(`toast.${kind}`), message: text }
  return { title: text }
}

/** The words are the way to what they are about, where there is one. */
function NoticeWords({ toast }: { readonly toast: Toast }) {
  const t = useText()
  const { open, close } = toast
  const { title, message } = wordsOf(toast, t)
  const words = (
    <>
      <span className="notice-title">{title}</span>
      {message !== undefined && message !== title && <span className="notice-message">{message}</span>}
    </>
  )
  if (open === undefined) return <p className="notice-words">{words}</p>
  const follow = () => {
    open()
    close()
  }
  return (
    <button type="button" className="notice-words notice-open" onClick={follow}>
      {words}
    </button>
  )
}
