import type { TextKey } from '@fleetglass/texts'
import { useText } from '../platform/texts/index.ts'

/** All there is to see where the console is not shown (SHELL-127, SHELL-131). */
export function Barred({ reason }: { readonly reason: TextKey }) {
  const t = useText()
  return (
    <main className="page-state" role="alert">
      <h1 className="page-state-title">{t(reason)}</h1>
    </main>
  )
}
