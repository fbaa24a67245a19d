import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** One button for each offered channel; a pressed one is open (LIVE-04). */
export function ChannelToggles(props: {
  readonly offered: readonly DeviceChannel[]
  readonly open: readonly number[]
  readonly onToggle: (channel: number) => void
}) {
  const t = useText()
  return (
    <fieldset className="channel-toggles" aria-label={t('live.channels')}>
      {props.offered.map(({ number, name }) => (
        <button
          key={number}
          type="button"
          className="channel-toggle"
          aria-pressed={props.open.includes(number)}
          onClick={() => props.onToggle(number)}
        >
          <span className="num">{number}</span>
          <span className="channel-toggle-name">{name || t('live.channel', { channel: number })}</span>
        </button>
      ))}
    </fieldset>
  )
}
