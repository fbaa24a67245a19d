import {
  CHANNEL_COUNTS,
  deviceSettingsSchema,
  PLACE_MAX,
  type SettingsChange,
  TEXT_MAX,
} from '@fleetglass/contract/device-settings'
import { useState } from 'react'
import { useUnsavedInModal } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { SelectInput, TextInput } from '../../ui/form/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { ChannelTable } from './components/channel-table.tsx'
import { EditorActions } from './components/editor-actions.tsx'
import { SwitchField } from './components/fields.tsx'
import { RecordingFields } from './components/recording-fields.tsx'
import './device-editor.css'
import { type Draft, withChannels } from './device-editor.rules.ts'
import { useDraft, useRecord } from './use-device-editor.ts'

/** The record of one device on the server (SDEV-02). A field that the server does not send is not shown. */
export function DeviceEditor({ deviceId, onSaved }: { readonly deviceId: string; readonly onSaved: () => void }) {
  const t = useText()
  const { data, error } = useRecord(deviceId)
  if (error !== null) {
    return (
      <PageState icon="warning" title={t('editor.failedTitle')} role="alert">
        <code className="page-state-reason">{error.message}</code>
      </PageState>
    )
  }
  if (data === undefined) return <Loading label={t('page.loading')} />
  return <EditorForm deviceId={deviceId} record={data} onSaved={onSaved} />
}

function EditorForm(props: {
  readonly deviceId: string
  readonly record: SettingsChange
  readonly onSaved: () => void
}) {
  const t = useText()
  const { deviceId, record, onSaved } = props
  const { draft, edit, changes, refused, isResting, save } = useDraft(deviceId, record, onSaved)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  /** A number that is none holds Save up until it is one. */
  const editNumber = (
    name: 'recdays' | 'eventdays' | 'videolossinterval' | 'maxnetflow',
    value: number | null,
  ): void => {
    setWrong((before) => new Set(value === null ? [...before, name] : [...before].filter((other) => other !== name)))
    if (value !== null) edit({ [name]: value })
  }
  const faultOf: FaultOf = (name) => (refused?.name === name ? refused.message : null)
  const hasPlaceFault = draft.maplocation !== undefined && !isPlace(draft.maplocation)
  const count = Object.keys(changes).length
  const isHeld = isResting || count === 0 || wrong.size > 0 || hasPlaceFault
  useUnsavedInModal(count > 0 || wrong.size > 0)
  const mayNot = Object.keys(record).length === 0
  return (
    <form
      className="device-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHeld) save()
      }}
    >
      {mayNot ? <PageState icon="key" title={t('editor.nothing')} /> : null}
      <VehicleFields draft={draft} onEdit={edit} faultOf={faultOf} hasPlaceFault={hasPlaceFault} />
      <ChannelFields draft={draft} channels={draft.channel ?? channelsOf(draft)} onEdit={edit} faultOf={faultOf} />
      <RecordingFields draft={draft} onEdit={edit} onNumber={editNumber} />
      <EditorActions deviceId={deviceId} />
      {mayNot ? null : (
        <footer className="editor-foot">
          <span className="muted num">{count === 0 ? null : t('editor.unsaved', { count })}</span>
          <button type="submit" className="btn btn-primary" disabled={isHeld}>
            {t('editor.save')}
          </button>
        </footer>
      )}
    </form>
  )
}

/** Why the server refused a field; null when it did not. */
type FaultOf = (name: keyof Draft) => string | null

const icons = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

function VehicleFields(props: {
  readonly draft: Draft
  readonly onEdit: (change: Draft) => void
  readonly faultOf: FaultOf
  readonly hasPlaceFault: boolean
}) {
  const t = useText()
  const { draft, onEdit, faultOf, hasPlaceFault } = props
  const texts = (['vehicleid', 'plate', 'driver', 'driverlicense', 'extid'] as const).filter(
    (name) => draft[name] !== undefined,
  )
  const { icon, maplocation, gpstzenable } = draft
  if (texts.length === 0 && icon === undefined && maplocation === undefined && gpstzenable === undefined) return null
  return (
    <fieldset className="editor-part">
      <legend>{t('editor.vehicle')}</legend>
      <div className="editor-grid">
        {texts.map((name) => (
          <TextInput
            key={name}
            label={t(`editor.${name}`)}
            max={TEXT_MAX}
            fault={faultOf(name)}
            value={draft[name] ?? ''}
            onChange={(value) => onEdit({ [name]: value })}
          />
        ))}
        {icon === undefined ? null : (
          <SelectInput
            label={t('editor.icon')}
            fault={faultOf('icon')}
            value={icon}
            choices={icons.map((number) => [number as number, t(`editor.icon${number}`)] as const)}
            onChange={(value) => onEdit({ icon: value })}
          />
        )}
        {maplocation === undefined ? null : (
          <TextInput
            label={t('editor.maplocation')}
            hint={t('editor.maplocationHint')}
            fault={hasPlaceFault ? t('editor.maplocationFault') : faultOf('maplocation')}
            max={PLACE_MAX}
            value={maplocation}
            onChange={(value) => onEdit({ maplocation: value })}
          />
        )}
        {gpstzenable === undefined ? null : (
          <SwitchField
            label={t('editor.gpstzenable')}
            hint={t('editor.gpstzenableHint')}
            isOn={gpstzenable === 1}
            onChange={(isOn) => onEdit({ gpstzenable: isOn ? 1 : 0 })}
          />
        )}
      </div>
    </fieldset>
  )
}

function ChannelFields(props: {
  readonly draft: Draft
  readonly channels: number
  readonly onEdit: (change: Draft) => void
  readonly faultOf: FaultOf
}) {
  const t = useText()
  const { draft, channels, onEdit, faultOf } = props
  const { channel, talkch } = draft
  const isTabled = [draft.chnames, draft.chsort, draft.chmask, draft.streamtype, draft.recplan].some(
    (field) => field !== undefined,
  )
  if (channel === undefined && talkch === undefined && !isTabled) return null
  // A device that was added otherwise keeps its number.
  const counts = [...new Set([...CHANNEL_COUNTS, ...(channel === undefined ? [] : [channel])])].sort((a, b) => a - b)
  return (
    <fieldset className="editor-part">
      <legend>{t('editor.channels')}</legend>
      <div className="editor-grid">
        {channel === undefined ? null : (
          <SelectInput
            label={t('editor.channel')}
            fault={faultOf('channel')}
            value={channel}
            choices={counts.map((number) => [number, String(number)] as const)}
            onChange={(value) => onEdit(withChannels(draft, value))}
          />
        )}
        {talkch === undefined ? null : (
          <SelectInput
            label={t('editor.talkch')}
            fault={faultOf('talkch')}
            value={talkch}
            choices={Array.from({ length: Math.max(channels, talkch) }, (_, at) => [at + 1, String(at + 1)] as const)}
            onChange={(value) => onEdit({ talkch: value })}
          />
        )}
      </div>
      {isTabled && channels > 0 ? <ChannelTable draft={draft} channels={channels} onEdit={onEdit} /> : null}
    </fieldset>
  )
}

/** Where the number of channels is not sent, it is the length of the strings with one character for each channel. */
function channelsOf({ chmask, streamtype, recplan }: Draft): number {
  return (chmask ?? streamtype ?? recplan ?? '').length
}

function isPlace(text: string): boolean {
  return deviceSettingsSchema.shape.maplocation.safeParse(text).success
}
