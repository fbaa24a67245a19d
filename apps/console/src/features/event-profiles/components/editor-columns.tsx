import { DEFAULT_NOTIFY_COLOR, EVENT_NAME_MAX, NOTIFY_TEXT_MAX } from '@fleetglass/contract/event-profiles'
import type { Translate } from '../../../platform/texts/index.ts'
import type { DataColumn } from '../../../ui/data-table/index.ts'
import { FilledText, Icon } from '../../../ui/index.ts'
import styles from '../event-profiles.module.css'
import { type EventRow, isBlank, type ProfileDraft } from '../profile-draft.ts'

/** The columns of a profile: what each event is called otherwise, and what the profile says about it (PROF-05). */
export function editorColumns(editor: {
  readonly t: Translate
  readonly draft: ProfileDraft
  readonly isClosed: boolean
  readonly isPhone: boolean
}): readonly DataColumn<EventRow>[] {
  const { t, draft, isClosed, isPhone } = editor
  const calledOf = ({ code, fallback }: EventRow): string => fallback ?? t('event.numbered', { code })
  const textColumn = (field: 'eventname' | 'notifytext', label: string, most: number): DataColumn<EventRow> => ({
    id: field,
    label,
    text: ({ code }) => draft.entryOf(code)[field],
    // A row stays in its place while it is edited.
    value: ({ code }) => draft.storedOf(code)[field],
    cell: (row) => (
      <input
        className={`form-control form-control-sm ${styles.text}`}
        dir="auto"
        autoComplete="off"
        aria-label={t('eventProfiles.of', { field: label, code: row.code })}
        aria-invalid={draft.faultOf(row.code) === field}
        title={draft.faultOf(row.code) === field ? t('eventProfiles.fault.unseen') : undefined}
        placeholder={field === 'eventname' ? calledOf(row) : ''}
        readOnly={isClosed}
        value={draft.entryOf(row.code)[field]}
        onChange={({ target }) => {
          if ([...target.value].length <= most) draft.edit(row.code, field, target.value)
        }}
      />
    ),
  })
  return [
    {
      id: 'code',
      label: t('eventProfiles.code'),
      numeric: true,
      text: ({ code }) => String(code),
      value: ({ code }) => code,
    },
    { id: 'called', label: t('eventProfiles.called'), text: calledOf },
    textColumn('eventname', t('eventProfiles.eventName'), EVENT_NAME_MAX),
    textColumn('notifytext', t('eventProfiles.notifyText'), NOTIFY_TEXT_MAX),
    {
      id: 'notifycolor',
      label: t('eventProfiles.color'),
      unsorted: true,
      text: ({ code }) => draft.entryOf(code).notifycolor,
      cell: ({ code }) => (
        <input
          type="color"
          className={`form-control form-control-color ${styles.color}`}
          aria-label={t('eventProfiles.of', { field: t('eventProfiles.color'), code })}
          disabled={isClosed}
          value={draft.entryOf(code).notifycolor.toLowerCase()}
          onChange={({ target }) => draft.edit(code, 'notifycolor', target.value.toUpperCase())}
        />
      ),
    },
    {
      id: 'preview',
      label: t('eventProfiles.preview'),
      unsorted: true,
      text: () => '',
      cell: (row) => {
        const { eventname, notifycolor } = draft.entryOf(row.code)
        const fill = notifycolor === DEFAULT_NOTIFY_COLOR ? undefined : notifycolor
        return <FilledText fill={fill}>{eventname.trim() || calledOf(row)}</FilledText>
      },
    },
    {
      id: 'action',
      label: '',
      plain: true,
      ...(!isPhone && { pinned: true }),
      text: () => '',
      cell: ({ code }) => {
        const label = t('eventProfiles.reset', { code })
        return (
          <button
            type="button"
            className="icon-button"
            aria-label={label}
            title={label}
            disabled={isClosed || isBlank(draft.entryOf(code))}
            onClick={() => draft.reset(code)}
          >
            <Icon name="trash" size={18} />
          </button>
        )
      },
    },
  ]
}
