import type { TextKey } from '@fleetglass/texts'
import type { ReactNode } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Names a dialog and types what it is opened with. Code that has the name can open it; the code is with the feature that lists it. */
export interface DialogName<Props extends object = Readonly<Record<never, never>>> {
  readonly name: string
  /** Never there: it only carries the type. */
  readonly props?: Props
}

/** What stands before the page when its name is opened. */
export interface Dialog {
  readonly name: string
  /** Filled with the device that the dialog is about, where it is about one. */
  readonly titleKey: TextKey
  /** How the title calls that device: as the lists do, unless it is `id`. */
  readonly titleDevice?: 'id'
  /** As wide as what it shows needs. */
  readonly size?: 'lg' | 'xl'
  /** Fetches the dialog's code; nothing of it is loaded before it is opened. */
  readonly load: () => Promise<{ readonly default: (props: never) => ReactNode }>
}

/** A dialog whose code takes exactly what its name is opened with. */
export function defineDialog<Props extends object>(
  { name }: DialogName<Props>,
  dialog: Omit<Dialog, 'name' | 'load'> & {
    readonly load: () => Promise<{ readonly default: (props: Props) => ReactNode }>
  },
): Dialog {
  return { name, ...dialog }
}

export interface OpenedDialog {
  readonly name: string
  readonly props: object
}

/** The dialog that the shell shows, one at a time; null for none. The shell clears it when it goes. */
export const openedDialog: StoreApi<OpenedDialog | null> = createStore<OpenedDialog | null>(() => null)

/** Opens a dialog before whatever page is shown. */
export function openDialog<Props extends object>({ name }: DialogName<Props>, props: NoInfer<Props>): void {
  openedDialog.setState({ name, props }, true)
}

/** Closes whatever dialog is open. */
export function closeDialog(): void {
  openedDialog.setState(null, true)
}
