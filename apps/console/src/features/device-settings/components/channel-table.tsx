import { CHANNEL_NAME_MAX, hasRecordPlan } from '@fleetglass/contract/device-settings'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { type Draft, fitsText, moved, orderOf, withFlag, withName } from '../device-editor.rules.ts'

type Flags = 'chmask' | 'streamtype' | 'recplan'

/** A row a channel, in the order they are shown. A column that the account has no flag for is not there. */
export function ChannelTable(props: {
  readonly draft: Draft
  readonly channels: number
  readonly onEdit: (change: Draft) => void
}) {
  const t = useText()
  const { draft, channels, onEdit } = props
  // A name with a comma is rejected, and the reason is shown until the next letter.
  const [commaAt, setCommaAt] = useState<number | null>(null)
  const order = orderOf(draft.chsort, channels)
  const hasPlan = draft.recenable === undefined || hasRecordPlan({ recenable: draft.recenable })
  const columns = (['chmask', 'streamtype', 'recplan'] as const).filter(
    (name) => draft[name] !== undefined && (name !== 'recplan' || hasPlan),
  )
  const rename = (channel: number, name: string): void => {
    setCommaAt(name.includes(',') ? channel : null)
    if (name.includes(',') || !fitsText(name, CHANNEL_NAME_MAX)) return
    onEdit({ chnames: withName(draft.chnames ?? '', channel, name) })
  }
  return (
    <div className="editor-table-box">
      <table className="editor-table">
        <caption className="visually-hidden">{t('editor.channelsTable')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('editor.ch')}</th>
            {draft.chnames === undefined ? null : <th scope="col">{t('editor.chname')}</th>}
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`editor.${name}`)}
              </th>
            ))}
            {draft.chsort === undefined ? null : <th scope="col">{t('editor.order')}</th>}
          </tr>
        </thead>
        <tbody>
          {order.map((channel, place) => (
            <tr key={channel}>
              <th scope="row" className="num">
                {channel}
              </th>
              {draft.chnames === undefined ? null : (
                <td>
                  <input
                    className={
                      commaAt === channel ? 'form-control form-control-sm is-invalid' : 'form-control form-control-sm'
                    }
                    dir="auto"
                    aria-label={t('editor.chnameOf', { channel })}
                    aria-invalid={commaAt === channel}
                    value={draft.chnames.split(',')[channel - 1] ?? ''}
                    onChange={(event) => rename(channel, event.target.value)}
                  />
                </td>
              )}
              {columns.map((name) => (
                <td key={name}>
                  <FlagBox name={name} flags={draft[name] ?? ''} channel={channel} onEdit={onEdit} />
                </td>
              ))}
              {draft.chsort === undefined ? null : (
                <td className="editor-order">
                  {([-1, 1] as const).map((by) => {
                    const label = t(by === -1 ? 'editor.earlier' : 'editor.later', { channel })
                    return (
                      <button
                        key={by}
                        type="button"
                        className="icon-button"
                        aria-label={label}
                        title={label}
                        disabled={by === -1 ? place === 0 : place === order.length - 1}
                        onClick={() => onEdit({ chsort: moved(order, channel, by) })}
                      >
                        <Icon name={by === -1 ? 'up' : 'down'} size={16} />
                      </button>
                    )
                  })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="editor-fault" role="alert">
        {commaAt === null ? null : t('editor.chnameComma')}
      </p>
    </div>
  )
}

function FlagBox(props: {
  readonly name: Flags
  readonly flags: string
  readonly channel: number
  readonly onEdit: (change: Draft) => void
}) {
  const t = useText()
  const { name, flags, channel, onEdit } = props
  return (
    <input
      type="checkbox"
      className="form-check-input"
      aria-label={t(`editor.${name}Of`, { channel })}
      checked={flags[channel - 1] === '1'}
      onChange={(event) => onEdit({ [name]: withFlag(flags, channel, event.target.checked) })}
    />
  )
}
