import { type Language, languageDirection, languageTag } from '@fleetglass/contract/translations'
import { useMemo, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading, notify, useLeaveQuestion } from '../../ui/index.ts'
import { LanguageBar } from './components/language-bar.tsx'
import { NewWordDialog } from './components/new-word-dialog.tsx'
import { type TextRow, type TranslationDraft, useTranslationDraft } from './translation-draft.ts'
import styles from './translations.module.css'
import {
  type LoadedTexts,
  useNewLink,
  useReload,
  useSaveTranslations,
  useTranslations,
} from './translations.queries.ts'

/** I18N-01: the texts of the console in all languages. */
export function TranslationsPage() {
  const t = useText()
  const translations = useTranslations()
  if (translations.isPending) return <Loading label={t('page.loading')} />
  if (translations.isError) {
    return <ListFailed reason={translations.error.message} onAgain={() => void translations.refetch()} />
  }
  return <Editor key={translations.dataUpdatedAt} loaded={translations.data} />
}

function Editor({ loaded }: { readonly loaded: LoadedTexts }) {
  const t = useText()
  const draft = useTranslationDraft(loaded)
  const [words, setWords] = useState('')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [below, setBelow] = useState<string | null>(null)
  const save = useSaveTranslations()
  const reload = useReload()
  const newLink = useNewLink()
  const [isAskingLink, setAskingLink] = useState(false)
  const { question, ask } = useLeaveQuestion(draft.changes > 0 && !save.isPending, '', draft.discard)
  const shown = loaded.configs.filter(({ config }) => !hidden.has(config))
  const isNarrow = useIsMobile()
  const columns = editorColumns(t, { shown, draft, isClosed: save.isPending, onNewBelow: setBelow })
  const rows = useRows(draft, loaded, shown, { words, onlyMissing, columns })
  const show = (language: string, isOn: boolean): void =>
    setHidden((before) => new Set(isOn ? [...before].filter((one) => one !== language) : [...before, language]))
  return (
    <TablePage
      title={t('i18n.title')}
      words={words}
      onWords={setWords}
      searchLabel={t('i18n.search')}
      head={
        <>
          {draft.changes > 0 ? (
            <span className={styles.missing}>{t('i18n.unsaved', { count: draft.changes })}</span>
          ) : null}
          <label className="form-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={onlyMissing}
              onChange={(event) => setOnlyMissing(event.target.checked)}
            />
            {t('i18n.onlyMissing')}
          </label>
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={save.isPending}
            onClick={() => ask(() => void reload())}
          >
            {t('i18n.reload')}
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            title={t('i18n.newLinkHint')}
            disabled={save.isPending || newLink.isPending}
            onClick={() => ask(() => setAskingLink(true))}
          >
            {t('i18n.newLink')}
          </button>
          <button
            type="button"
            className="btn btn-primary btn-sm"
            disabled={draft.changes === 0 || draft.hasFault || save.isPending}
            onClick={() => save.mutate({ ...loaded, ...draft.toSave() })}
          >
            {t('i18n.save')}
          </button>
        </>
      }
    >
      <LanguageBar
        loaded={loaded}
        draft={draft}
        isShown={(language) => !hidden.has(language)}
        onShow={show}
        onImported={(language, count) => notify.success(t('i18n.imported', { count, language: language.name }))}
        disabled={save.isPending}
      />
      {rows.length === 0 ? (
        <NoRows isEmpty={false} />
      ) : (
        <DataTable label={t('i18n.table')} columns={columns} rows={rows} keyOf={({ key }) => key} stacked={isNarrow} />
      )}
      {below === null ? null : (
        <NewWordDialog onAdd={(word) => draft.addBelow(below, word)} onClose={() => setBelow(null)} />
      )}
      <ConfirmDialog
        open={isAskingLink}
        title={t('i18n.newLinkTitle')}
        text={t('i18n.newLinkHint')}
        confirmLabel={t('i18n.newLink')}
        onConfirm={() => newLink.mutateAsync()}
        onClose={() => setAskingLink(false)}
      />
      {question}
    </TablePage>
  )
}

/** A row does not leave while it is edited: what is missing is what was missing when the texts were read. */
function useRows(
  draft: TranslationDraft,
  loaded: LoadedTexts,
  shown: readonly Language[],
  filter: { readonly words: string; readonly onlyMissing: boolean; readonly columns: readonly DataColumn<TextRow>[] },
): readonly TextRow[] {
  const { words, onlyMissing, columns } = filter
  const { rows } = draft
  const lacking = useMemo(() => {
    const isMissing = (key: string): boolean => shown.some(({ config }) => (loaded.data[config]?.[key] ?? '') === '')
    return new Set(loaded.raw.filter(isMissing))
  }, [loaded, shown])
  const left = onlyMissing ? rows.filter(({ key }) => lacking.has(key) || !loaded.raw.includes(key)) : rows
  return matchingRows(left, columns, words)
}

function editorColumns(
  t: Translate,
  editor: {
    readonly shown: readonly Language[]
    readonly draft: TranslationDraft
    readonly isClosed: boolean
    readonly onNewBelow: (key: string) => void
  },
): readonly DataColumn<TextRow>[] {
  const { shown, draft, isClosed, onNewBelow } = editor
  return [
    {
      id: 'key',
      label: t('i18n.key'),
      text: ({ key }) => key,
      cell: ({ key }) =>
        draft.isRemoved(key) ? <s className={styles.key}>{key}</s> : <code className={styles.key}>{key}</code>,
    },
    ...shown.map(
      ({ config, name }): DataColumn<TextRow> => ({
        id: `language ${config}`,
        label: name,
        text: ({ key }) => draft.textOf(config, key),
        cell: ({ key }) => {
          const fault = draft.faultOf(config, key)
          return (
            <input
              className={`form-control ${styles.text}`}
              lang={languageTag(config)}
              dir={languageDirection(config)}
              aria-label={t('i18n.cell', { key, language: name })}
              aria-invalid={fault !== null}
              title={fault === null ? undefined : t(`i18n.fault.${fault}`)}
              readOnly={isClosed || draft.isRemoved(key)}
              data-removed={draft.isRemoved(key) || undefined}
              value={draft.textOf(config, key)}
              onChange={(event) => draft.edit(config, { [key]: event.target.value })}
            />
          )
        },
      }),
    ),
    {
      id: 'actions',
      label: '',
      plain: true,
      pinned: true,
      text: () => '',
      cell: ({ key }) => {
        const label = draft.isRemoved(key) ? t('i18n.restoreOf', { key }) : t('i18n.deleteOf', { key })
        return (
          <span className={styles.actions}>
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              aria-label={label}
              title={label}
              aria-pressed={draft.isRemoved(key)}
              disabled={isClosed}
              onClick={() => draft.toggleRemoved(key)}
            >
              {t('i18n.delete')}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t('i18n.newBelowOf', { key })}
              title={t('i18n.newBelow')}
              disabled={isClosed}
              onClick={() => onNewBelow(key)}
            >
              <Icon name="plus" size={18} />
            </button>
          </span>
        )
      },
    },
  ]
}
