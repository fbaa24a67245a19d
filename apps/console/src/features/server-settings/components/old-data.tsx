import {
  OLD_DATA_COUNT_MAX,
  oldDataAnswerSchema,
  oldRecordingsPath,
  oldRowsPath,
} from '@fleetglass/contract/server-settings'
import { useQuery } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../../engines/channel/index.ts'
import { useDateText } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import styles from '../server-settings.module.css'
import type { Fields } from '../settings-tab.ts'

export function OldRecordings({ fields }: { readonly fields: Fields }) {
  return <OldData path={oldRecordingsPath} body={fields} />
}

export function OldRows({ fields }: { readonly fields: Fields }) {
  return <OldData path={oldRowsPath} body={{ dbmaintain: fields }} />
}

/** What the days in the form will delete, before they are saved. */
function OldData({ path, body }: { readonly path: string; readonly body: Fields }) {
  const t = useText()
  const dateText = useDateText()
  const { userName } = useSession()
  const call = useServerCall()
  const { data, isError, error } = useQuery({
    queryKey: ['server-settings-old-data', userName, path, body],
    queryFn: async () => oldDataAnswerSchema.parse(await call('POST', path, body)).old,
    refetchOnWindowFocus: false,
  })
  if (isError) return <p className={styles.failed}>{error.message}</p>
  if (data === undefined) return null
  const going = data.filter(({ count }) => count > 0)
  return (
    <section className={styles.old} aria-live="polite">
      <h3>{t('serverSettings.old')}</h3>
      {going.length === 0 ? <p className={styles.hint}>{t('serverSettings.old.nothing')}</p> : null}
      <ul>
        {going.map(({ kind, beforeMs, count }) => {
          const date = dateText(new Date(beforeMs), { dateStyle: 'medium' })
          const number = String(count)
          const amount = count < OLD_DATA_COUNT_MAX ? number : t('serverSettings.old.orMore', { number })
          return <li key={kind}>{t(`serverSettings.old.${kind}`, { date, number: amount })}</li>
        })}
      </ul>
    </section>
  )
}
