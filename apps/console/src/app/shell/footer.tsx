import { useSession } from '../../engines/channel/index.ts'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayText, localTimeText } from '../../platform/time/index.ts'
import { FilterButtons } from './filter-buttons.tsx'
import { Heartbeat } from './heartbeat.tsx'
import { ServerClock } from './server-clock.tsx'

/** FOOT-01 … 23: what the fleet is doing, and what time it is where the server stands. */
export function Footer({ mapDisabled }: { readonly mapDisabled: boolean }) {
  const mobile = useIsMobile()
  return (
    <footer className="footer">
      <FilterButtons mapDisabled={mapDisabled} />
      <AsOf />
      <div className="footer-info">
        {mobile ? null : <AdminLine />}
        <ServerClock withLabel={!mobile} />
        <Heartbeat />
      </div>
    </footer>
  )
}

/** Of what time the counts, states and speeds are while no newer ones can be had. */
function AsOf() {
  const t = useText()
  const staleSinceMs = useFleetState((state) => state.staleSinceMs)
  if (staleSinceMs === null) return null
  const time = localTimeText(staleSinceMs / 1000).slice(11)
  return (
    <span className="as-of num" role="status">
      {t('link.asOf', { time })}
    </span>
  )
}

/** FOOT-06 … 10. */
function AdminLine() {
  const t = useText()
  const { userName } = useSession()
  const server = useFleetState((state) => state.server)
  if (userName !== 'admin' || !server) return null
  return (
    <>
      <span>{t('footer.version', { version: server.version })}</span>
      <span>{t('footer.licence', { count: server.maxLicence })}</span>
      {server.expiresS === 0 ? null : <span>{t('footer.expires', { date: dayText(server.expiresS) })}</span>}
    </>
  )
}
