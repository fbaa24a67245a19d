import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

/** PTZ-01: one channel of the device after the other, or any of them at once. */
export function ChannelPager(props: {
  readonly channels: readonly DeviceChannel[]
  readonly current: number
  readonly onChoose: (channel: number) => void
}) {
  const t = useText()
  const { channels, current, onChoose } = props
  const at = channels.findIndex(({ number }) => number === current)
  const step = (by: 1 | -1) => {
    const to = channels[at + by]
    return { disabled: to === undefined, onClick: () => to && onChoose(to.number) }
  }
  return (
    <nav className="ptz-pager" aria-label={t('ptz.channels')}>
      <button type="button" className="icon-button" aria-label={t('ptz.previous')} {...step(-1)}>
        <Icon name="previous" />
      </button>
      {channels.map(({ number, name }) => (
        <button
          key={number}
          type="button"
          className="ptz-page num"
          aria-label={name || t('ptz.channel', { channel: number })}
          title={name || t('ptz.channel', { channel: number })}
          aria-current={number === current ? 'true' : undefined}
          onClick={() => onChoose(number)}
        >
          {number}
        </button>
      ))}
      <button type="button" className="icon-button" aria-label={t('ptz.next')} {...step(1)}>
        <Icon name="next" />
      </button>
    </nav>
  )
}
