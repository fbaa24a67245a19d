import { createStore } from 'zustand/vanilla'

/** SHELL-122: how long a notice stays by default. */
const standardMs = 5000

/** Notices that pass by themselves: the oldest makes room for the next, however fast they come and whether anybody looks. */
export const maxPassing = 3

/** Notices that wait for the user: the newest are on screen, closing one shows the next. The oldest makes room. */
export const maxWaiting = 100

/** What can be done right from a notice; doing it closes the notice. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastOptions {
  /** A second line, in smaller type. The text is the title then; otherwise a success and an error are titled so. */
  readonly detail?: string
  /** The colour that a user has chosen for it, `#RRGGBB`. Words stay readable on it. */
  readonly fill?: string | undefined
  /** How many milliseconds it stays; `until-closed`: it waits for the user. Left out: 5 s. */
  readonly stays?: number | 'until-closed'
  readonly actions?: readonly ToastAction[]
  /** Leads to what the notice is about; a click on its text does it, and closes the notice. */
  readonly open?: () => void
  /** A notice with the id of one that is still there takes its place instead of standing beside it. */
  readonly id?: string
  /** Called once, however it went: closed by the user, by an action, by its time, or from the code. */
  readonly onClosed?: () => void
}

export interface ToastHandle {
  close(): void
}

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface Toast extends ToastHandle {
  /** Of this notice alone, also when another with the same `id` took its place. */
  readonly key: number
  readonly id: string | undefined
  readonly kind: ToastKind
  readonly text: string
  readonly detail: string | undefined
  readonly fill: string | undefined
  readonly actions: readonly ToastAction[]
  readonly open: (() => void) | undefined
  /** `null`: it waits for the user. */
  readonly staysMs: number | null
  readonly onClosed: (() => void) | undefined
}

/** The notices of this page, oldest first. */
export const toastList = createStore<readonly Toast[]>(() => [])

let lastKey = 0

function show(kind: ToastKind, text: string, options: ToastOptions = {}): ToastHandle {
  lastKey += 1
  const key = lastKey
  const { id, detail, fill, stays = standardMs, actions = [], open, onClosed } = options
  const staysMs = stays === 'until-closed' ? null : stays
  const toast: Toast = {
    key,
    id,
    kind,
    text,
    detail,
    fill,
    actions,
    open,
    staysMs,
    onClosed,
    close: () => remove(toast),
  }
  toastList
    .getState()
    .find((other) => id !== undefined && other.id === id)
    ?.close()
  toastList.setState([...toastList.getState(), toast], true)
  const alike = toastList.getState().filter((other) => (other.staysMs === null) === (staysMs === null))
  if (alike.length > (staysMs === null ? maxWaiting : maxPassing)) alike[0]?.close()
  return toast
}

function remove(toast: Toast): void {
  const toasts = toastList.getState()
  if (!toasts.includes(toast)) return
  toastList.setState(
    toasts.filter((other) => other !== toast),
    true,
  )
  toast.onClosed?.()
}

/** A notice to the user. Write what happened and, for a failure, why: the title says whether it is one (ERR2-01, ERR2-05). */
export const notify = {
  success: (text: string, options?: ToastOptions): ToastHandle => show('success', text, options),
  info: (text: string, options?: ToastOptions): ToastHandle => show('info', text, options),
  warning: (text: string, options?: ToastOptions): ToastHandle => show('warning', text, options),
  error: (text: string, options?: ToastOptions): ToastHandle => show('error', text, options),
}
