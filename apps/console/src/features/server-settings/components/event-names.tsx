import { eventDefinitionsPath, eventDefinitionsSchema } from '@fleetglass/contract/event-profiles'
import { useQuery } from '@tanstack/react-query'
import { useEventName } from '../../../engines/events/index.ts'
import { askJson, mayAskAgain } from '../../../platform/http/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { Loading } from '../../../ui/index.ts'
import styles from '../server-settings.module.css'

/** SET-093: the numbers that events are sent with, and their names, for reading. */
export function EventNames() {
  const t = useText()
  const nameOf = useEventName()
  const names = useQuery({
    queryKey: ['event-profiles', 'definitions'],
    queryFn: async () => eventDefinitionsSchema.parse(await askJson('GET', eventDefinitionsPath)),
    retry: mayAskAgain,
  })
  if (names.isPending) return <Loading label={t('page.loading')} />
  if (names.isError) return <ListFailed reason={names.error.message} onAgain={() => void names.refetch()} />
  return (
    <section aria-labelledby="event-names">
      <h3 id="event-names" className={styles.subtitle}>
        {t('serverSettings.pushEvent.names')}
      </h3>
      <p className={styles.hint}>{t('serverSettings.pushEvent.namesHint')}</p>
      <ul className={styles.names}>
        {names.data.map(({ definename, eventtype, eventname }) => (
          <li key={`${definename} ${eventtype}`}>
            <span className={styles.number}>{eventtype}</span> {nameOf(eventtype, eventname)}
          </li>
        ))}
      </ul>
    </section>
  )
}
