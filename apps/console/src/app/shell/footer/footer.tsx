import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { useSession } from '../../../engines/channel/index.ts'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useKnownServer } from '../../../engines/server-info/index.ts'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { dayText, localTimeText } from '../../../platform/time/index.ts'
import { useVisitor } from '../../../shared/visitor/index.ts'
import { usePrintRule } from '../print-area.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import { Heartbeat } from './heartbeat.tsx'
import { ServerClock } from './server-clock.tsx'

/** CONST0-18, CONST0-19: the console's own version, until the server has reported its own. */
const consoleVersion = '1.0.3'

/** FOOT-01 … 25: what the fleet is doing, and what time it is where the server stands. */
export function Footer() {
  const mobile = useIsMobile()
  // A phone has no map page, and yet no disabled map.
  const visitor = { ...useVisitor(), mobile: false }
  const mapDisabled = !mayOpen(pageOf('/'), visitor)
  usePrintRule()
  return (
    <footer className="footer">
      <FilterButtons mapDisabled={mapDisabled} />
      <AsOf />
      <RecordingFault />
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

/** The server records nothing, which no count or state of a vehicle shows. */
function RecordingFault() {
  const t = useText()
  const fault = useFleetState((state) => state.recordingFault)
  if (fault === null) return null
  const text = t(fault === 'full' ? 'footer.diskFull' : 'footer.diskFailing')
  return (
    <span className="recording-fault" role="alert" title={text}>
      {text}
    </span>
  )
}

/** FOOT-06 … 10. */
function AdminLine() {
  const t = useText()
  const { userName } = useSession()
  const server = useKnownServer()
  if (userName !== 'admin') return null
  return (
    <>
      <span>{t('footer.version', { version: server?.version || consoleVersion })}</span>
      {server ? <span>{t('footer.licence', { count: server.maxLicence })}</span> : null}
      {server && server.expiresS !== null ? (
        <span>{t('footer.expires', { date: dayText(server.expiresS) })}</span>
      ) : null}
    </>
  )
}
