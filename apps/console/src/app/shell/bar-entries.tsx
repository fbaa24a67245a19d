import { can } from '@fleetglass/contract/access'
import { useSession } from '../../engines/channel/index.ts'
import type { BarEntry } from '../../features/define-console-feature.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'

/** Those of the entries that this user has on this device. */
export function BarEntries({ entries }: { readonly entries: readonly BarEntry[] }) {
  const { rights } = useSession()
  const mobile = useIsMobile()
  const shown = entries.filter(
    ({ access, notOnPhones }) => !(mobile && notOnPhones) && (access === undefined || can(rights, access)),
  )
  return shown.map(({ Entry }, index) => <Entry key={Entry.displayName ?? index} />)
}
