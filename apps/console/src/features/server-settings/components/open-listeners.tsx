import { type ListenerState, listenersPath, listenersSchema } from '@fleetglass/contract/server-settings'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../engines/channel/index.ts'
import { askJson } from '../../../platform/http/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import styles from '../server-settings.module.css'

/** How often it is read: ports move within seconds of a save, and one that was in use may become free. */
const PERIOD_MS = 3_000

function useListeners() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['server-settings-listeners', userName],
    queryFn: async () => listenersSchema.parse(await askJson('GET', listenersPath)).listeners,
    refetchInterval: PERIOD_MS,
  })
}

/** The ports that are open now. */
export function OpenListeners() {
  const t = useText()
  const { data, error } = useListeners()
  if (error !== null) return <p className={styles.failed}>{error.message}</p>
  if (data === undefined) return null
  return (
    <section className={styles.listeners} aria-labelledby="open-listeners" aria-live="polite">
      <h3 id="open-listeners" className={styles.subtitle}>
        {t('serverSettings.protocol.open')}
      </h3>
      <dl>
        {data.map(({ name, open }) => (
          <div key={name}>
            <dt>{t(`serverSettings.protocol.${name}`)}</dt>
            <dd className="num">{open.join(', ') || t('serverSettings.protocol.off')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** SET-026: the ports that were saved and cannot be opened. */
export function FailedListeners() {
  const { data = [] } = useListeners()
  return data.flatMap((listener) =>
    listener.failed.map(({ port, reason }) => (
      <Failure key={`${listener.name} ${port}`} listener={listener} port={port} reason={reason} />
    )),
  )
}

function Failure(props: {
  readonly listener: ListenerState
  readonly port: number
  readonly reason: ListenerState['failed'][number]['reason']
}) {
  const t = useText()
  const { listener, port, reason } = props
  const values = { port: String(port), reason: t(`serverSettings.protocol.reason.${reason}`) }
  const stays = listener.open.length > 0 ? t('serverSettings.protocol.stays', { ports: listener.open.join(', ') }) : ''
  return (
    <p className={styles.failed} role="alert">
      <strong>{t(`serverSettings.protocol.${listener.name}`)}</strong>: {t('serverSettings.protocol.failed', values)}{' '}
      {stays}
    </p>
  )
}
