import { useState } from 'react'
import type { DeviceChannel } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import './choices.css'

/** LOPB-29, LOPB-43: above this many channels the buttons come in blocks of as many. */
const groupSize = 16

/** Which channels are played: one, or up to nine in multi mode. */
export function ChannelChoice(props: {
  readonly channels: readonly DeviceChannel[]
  readonly chosen: readonly number[]
  /** The switch between one channel and several, where it stands here. */
  readonly multi?: { readonly on: boolean; readonly onChange: (on: boolean) => void }
  readonly onChannel: (channel: number) => void
}) {
  const t = useText()
  const { multi } = props
  const [group, setGroup] = useState(0)
  const groups = groupsOf(props.channels)
  return (
    <fieldset className="channel-choice" aria-label={t('playback.channels')}>
      {multi ? (
        <label className="channel-multi form-check form-switch">
          <input
            type="checkbox"
            className="form-check-input"
            checked={multi.on}
            onChange={(event) => multi.onChange(event.target.checked)}
          />
          <span className="form-check-label">{t('playback.multi')}</span>
        </label>
      ) : null}
      {groups.length > 1
        ? groups.map((channels, index) => (
            <button
              key={channels[0]?.number}
              type="button"
              className="channel-group num"
              aria-expanded={index === group}
              onClick={() => setGroup(index)}
            >
              {`${index * groupSize + 1}-${(index + 1) * groupSize}`}
            </button>
          ))
        : null}
      {(groups[group] ?? groups[0] ?? []).map(({ number, name }) => (
        <button
          key={number}
          type="button"
          className="channel-button"
          aria-pressed={props.chosen.includes(number)}
          aria-label={name || t('playback.channel', { channel: number })}
          title={name || t('playback.channel', { channel: number })}
          onClick={() => props.onChannel(number)}
        >
          <span className="num">{number}</span>
        </button>
      ))}
    </fieldset>
  )
}

function groupsOf(channels: readonly DeviceChannel[]): readonly (readonly DeviceChannel[])[] {
  if (channels.length <= groupSize) return [channels]
  return Array.from({ length: Math.ceil(channels.length / groupSize) }, (_, index) =>
    channels.slice(index * groupSize, (index + 1) * groupSize),
  )
}
