import { EVENT_PROFILES_MAX, GLOBAL_PROFILE } from '@fleetglass/contract/event-profiles'
import { useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading, useLeaveQuestion } from '../../ui/index.ts'
import { DeviceProfiles } from './components/device-profiles.tsx'
import { ProfileEditor } from './components/profile-editor.tsx'
import styles from './event-profiles.module.css'
import { profileNames, useDefinitions, useProfileLinks } from './event-profiles.queries.ts'

/** What the page shows beside the list. */
type Shown =
  | { readonly kind: 'devices' }
  | { readonly kind: 'new' }
  | { readonly kind: 'profile'; readonly name: string }

const global: Shown = { kind: 'profile', name: GLOBAL_PROFILE }

/** PROF-01: how events are named and shown, and which device has which profile. */
export function EventProfilesPage() {
  const t = useText()
  const definitions = useDefinitions()
  const links = useProfileLinks()
  const [chosen, setChosen] = useState<Shown>(global)
  const [isChanged, setChanged] = useState(false)
  // What was typed is gone with the editor that held it.
  const { ask, question } = useLeaveQuestion(isChanged, '', () => setChanged(false))
  const failed = [definitions, links].find(({ isError, data }) => isError && data === undefined)
  if (failed?.error) return <ListFailed reason={failed.error.message} onAgain={() => void failed.refetch()} />
  if (definitions.data === undefined || links.data === undefined) return <Loading label={t('page.loading')} />
  const names = profileNames(definitions.data)
  // Somebody else may have deleted it.
  const shown = chosen.kind === 'profile' && !names.includes(chosen.name) && !isChanged ? global : chosen
  const devicesOf = (name: string): number => links.data.filter(({ definename }) => definename === name).length
  const isFull = names.length > EVENT_PROFILES_MAX
  return (
    <div className={styles.page}>
      <nav className={`panel ${styles.list}`} aria-label={t('eventProfiles.list')}>
        <button
          type="button"
          className={styles.item}
          aria-current={shown.kind === 'devices' || undefined}
          onClick={() => ask(() => setChosen({ kind: 'devices' }))}
        >
          <Icon name="server" size={18} />
          <span className={styles.name}>{t('eventProfiles.devices')}</span>
        </button>
        <h2 className={styles.heading}>{t('page.eventProfiles')}</h2>
        <ul className={styles.names}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.item}
                aria-current={(shown.kind === 'profile' && shown.name === name) || undefined}
                title={name}
                onClick={() => ask(() => setChosen({ kind: 'profile', name }))}
              >
                <bdi className={styles.name}>{name}</bdi>
                <span className={styles.count}>
                  {name === GLOBAL_PROFILE
                    ? t('eventProfiles.default')
                    : t('eventProfiles.deviceCount', { count: devicesOf(name) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="btn btn-primary btn-sm icon-text"
          aria-pressed={shown.kind === 'new'}
          disabled={isFull}
          title={isFull ? t('eventProfiles.full', { most: EVENT_PROFILES_MAX }) : undefined}
          onClick={() => ask(() => setChosen({ kind: 'new' }))}
        >
          <Icon name="plus" size={16} />
          {t('eventProfiles.add')}
        </button>
      </nav>
      {shown.kind === 'devices' ? (
        <DeviceProfiles names={names} links={links.data} />
      ) : (
        <ProfileEditor
          key={shown.kind === 'new' ? 'new' : `profile ${shown.name}`}
          definitions={definitions.data}
          name={shown.kind === 'new' ? null : shown.name}
          names={names}
          deviceCount={shown.kind === 'new' ? 0 : devicesOf(shown.name)}
          onChanged={setChanged}
          onSaved={(name) => setChosen({ kind: 'profile', name })}
          onDeleted={() => setChosen(global)}
        />
      )}
      {question}
    </div>
  )
}
