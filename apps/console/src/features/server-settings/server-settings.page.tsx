import type { TextKey } from '@fleetglass/texts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'
import { SectionsPage } from '../../ui/sections/index.ts'
import { MovedPage } from './components/moved-page.tsx'
import { TabForm } from './components/tab-form.tsx'
import { useTab } from './server-settings.queries.ts'
import type { SettingsTab } from './settings-tab.ts'
import { tabs } from './tabs/index.ts'

/** SET-001: `/setting`, a list of tabs and the form of the one that the address names. */
export function ServerSettingsPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  return (
    <SectionsPage
      title={t('page.setting')}
      sections={tabs.map((tab) => ({
        id: tab.name,
        title: t(tab.titleKey),
        words: wordsOf(tab, t),
        content: tab.Content === undefined ? <Tab tab={tab} /> : <tab.Content />,
      }))}
      openId={tabs.find(({ name }) => name === named)?.name ?? null}
      onOpen={(name) => setSearch(name === null ? {} : { tab: name })}
    />
  )
}

function Tab({ tab }: { readonly tab: SettingsTab }) {
  const t = useText()
  const reading = useTab(tab)
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const stay = (): void => {
    setMovedTo(null)
    void reading.refetch()
  }
  if (movedTo !== null) return <MovedPage address={movedTo} onStay={stay} />
  if (reading.isPending) return <Loading label={t('page.loading')} />
  if (reading.isError) return <ListFailed reason={reading.error.message} onAgain={() => void reading.refetch()} />
  const { data, dataUpdatedAt } = reading
  const loadAgain = (): void => void reading.refetch()
  return <TabForm key={dataUpdatedAt} tab={tab} reading={data} onLoadAgain={loadAgain} onMoved={setMovedTo} />
}

/** A search for "password" finds the tab of the mails. */
function wordsOf({ hintKey, fields }: SettingsTab, t: (key: TextKey) => string): string {
  return [hintKey, ...fields.flatMap((field) => [field.labelKey, field.hintKey])]
    .filter((key) => key !== undefined)
    .map((key) => t(key))
    .join(' ')
}
