import { FOOTAGE_CHANNELS, type FootageWay, footageWays, START_AFTER_END } from '@fleetglass/contract/footage'
import { useId, useState } from 'react'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { dayText } from '../../platform/time/index.ts'
import { DeviceChecklist } from '../../shared/device-list/index.ts'
import { notify } from '../../ui/index.ts'
import { useSaveFootage } from './footage.queries.ts'
import { bitsOf, type ClockTime, lastFiveMinutes, momentS } from './footage.rules.ts'
import { TimeChoice } from './time-choice.tsx'

const allChannels = Array.from({ length: FOOTAGE_CHANNELS }, (_, index) => index + 1)
const noDevices: ReadonlySet<string> = new Set()

/** A custom download event (MP4-17 … 29). */
export function FootageForm() {
  const t = useText()
  const formId = useId()
  const clock = useClock()
  const { mutate, isPending: busy } = useSaveFootage()
  const [devices, setDevices] = useState(noDevices)
  const [begin] = useState(() => lastFiveMinutes(clock.nowMs()))
  const [day, setDay] = useState(() => dayText(begin.startS))
  const [start, setStart] = useState<ClockTime>(begin.start)
  const [end, setEnd] = useState<ClockTime>(begin.end)
  const channels = useChannelsOf(devices)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set([1]))
  const plan = new Set(channels.filter((channel) => ticked.has(channel)))
  const [main, setMain] = useState<ReadonlySet<number>>(new Set(allChannels))
  const [audio, setAudio] = useState(true)
  const [way, setWay] = useState<FootageWay>('stream')
  // MP4-23, MP4-24.
  const mayBeSaved = devices.size > 0 && plan.size > 0 && day !== ''
  const save = (): void => {
    const times = { start: momentS(day, start), end: momentS(day, end) }
    // MP4-27: the error is shown, and the request is sent all the same.
    if (times.end < times.start) notify.error(t('footage.startAfterEnd'), { id: START_AFTER_END })
    mutate({
      ...times,
      deviceid: [...devices].join(','),
      downloadplan: bitsOf(plan),
      streamtype: bitsOf(main),
      audioout: audio ? 1 : 0,
      way,
    })
  }
  return (
    <form
      className="footage-form"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <DeviceChecklist chosen={devices} onChosen={setDevices} disabled={busy} />
      <div className="footage-times">
        <div>
          <label className="form-label" htmlFor={`${formId}-day`}>
            {t('footage.day')}
          </label>
          <input
            id={`${formId}-day`}
            type="date"
            className="form-control"
            required
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </div>
        <TimeChoice label={t('footage.start')} time={start} onTime={setStart} />
        <TimeChoice label={t('footage.end')} time={end} onTime={setEnd} />
      </div>
      <fieldset className="footage-channels">
        <legend>{t('footage.channels')}</legend>
        {channels.map((channel) => (
          <div key={channel} className="footage-channel">
            <label>
              <input
                type="checkbox"
                className="form-check-input"
                aria-label={t('footage.channel', { channel })}
                checked={plan.has(channel)}
                onChange={() => setTicked(toggled(ticked, channel))}
              />
              {channel}
            </label>
            <select
              className="form-select form-select-sm"
              aria-label={t('footage.stream', { channel })}
              disabled={!plan.has(channel)}
              value={main.has(channel) ? 'main' : 'sub'}
              onChange={() => setMain(toggled(main, channel))}
            >
              <option value="main">{t('footage.main')}</option>
              <option value="sub">{t('footage.sub')}</option>
            </select>
          </div>
        ))}
      </fieldset>
      <footer className="footage-foot">
        <label>
          <input type="checkbox" className="form-check-input" checked={audio} onChange={() => setAudio(!audio)} />
          {t('footage.audio')}
        </label>
        <label>
          {t('footage.way')}
          <select
            className="form-select form-select-sm"
            value={way}
            onChange={({ target }) => setWay(target.value as FootageWay)}
          >
            {footageWays.map((one) => (
              <option key={one} value={one}>
                {t(`footage.way.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn btn-primary" disabled={!mayBeSaved || busy}>
          {t('footage.save')}
        </button>
      </footer>
    </form>
  )
}

/** Those that any of the devices has; as long as none is chosen, all. */
function useChannelsOf(devices: ReadonlySet<string>): readonly number[] {
  const count = useFleetState((fleet) =>
    Math.max(0, ...Array.from(devices, (deviceId) => fleet.devices.get(deviceId)?.channelCount ?? 0)),
  )
  return count === 0 ? allChannels : allChannels.slice(0, count)
}

function toggled(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}
