import { type BroadcastMode, broadcastModes, mayStart } from '@fleetglass/contract/broadcast'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useStreamServer } from '../../engines/player/index.ts'
import { LevelMeter } from '../../engines/voice/index.ts'
import { openedDialog } from '../../platform/pages/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { DeviceChecklist } from '../../shared/device-list/index.ts'
import { ConfirmDialog, Icon } from '../../ui/index.ts'
import { BroadcastCall, type BroadcastState, type Reach } from './broadcast-call.ts'
import './broadcast.css'

const noDevices: ReadonlySet<string> = new Set()
/** Above this many vehicles a start needs a confirmation. */
const askedAbove = 10

/** Speaking to many vehicles; it ends when this goes. Nothing is chosen at first, so that no driver is addressed by mistake. */
export function BroadcastModal() {
  const t = useText()
  const server = useStreamServer()
  const { log } = usePreferences()
  const [mode, setMode] = useState<BroadcastMode | null>(null)
  const [chosen, setChosen] = useState(noDevices)
  const [call, setCall] = useState<BroadcastCall | null>(null)
  const [running, setRunning] = useState(false)
  const [asking, setAsking] = useState(false)
  const receivers = useReceivers(mode, chosen)
  // It ends at the click that closes, not when the modal has faded out.
  const isOpen = useStore(openedDialog, (opened) => opened?.name === 'broadcast')
  useEffect(() => (isOpen ? () => call?.close() : undefined), [call, isOpen])
  useEffect(() => call?.state.subscribe(({ kind }) => setRunning(kind === 'starting' || kind === 'started')), [call])
  const start = (): void => {
    if (mode === null) return
    setRunning(true)
    setCall(new BroadcastCall(server, { mode, devices: mode === 'GLOBAL' ? [] : [...chosen] }, log))
  }
  return (
    <div className="broadcast">
      <fieldset className="broadcast-modes" disabled={running}>
        <legend>{t('broadcast.mode')}</legend>
        {broadcastModes.map((one) => (
          <label key={one} className="form-check">
            <input
              type="radio"
              name="broadcast-mode"
              className="form-check-input"
              value={one}
              checked={mode === one}
              onChange={() => setMode(one)}
            />
            {t(`broadcast.mode.${one}`)}
          </label>
        ))}
      </fieldset>
      {mode === 'DEVICES' ? <DeviceChecklist chosen={chosen} onChosen={setChosen} disabled={running} /> : null}
      {mode === null ? null : <p className="num">{t('broadcast.receivers', receivers)}</p>}
      {call === null ? (
        <p className="broadcast-state" role="status">
          {t(mode === null ? 'broadcast.choose' : 'broadcast.ready')}
        </p>
      ) : (
        <Progress call={call} />
      )}
      <footer className="broadcast-foot">
        {running ? (
          <button type="button" className="btn btn-danger icon-text" onClick={() => call?.end()}>
            <Icon name="stop" size={18} /> {t('broadcast.end')}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary icon-text"
            disabled={mode === null || !mayStart(mode, chosen.size)}
            onClick={() => (receivers.online > askedAbove ? setAsking(true) : start())}
          >
            <Icon name="broadcast" size={18} /> {t('broadcast.start')}
          </button>
        )}
      </footer>
      <ConfirmDialog
        open={asking}
        title={t('broadcast.ask', { count: receivers.online })}
        text={t('broadcast.askText')}
        confirmLabel={t('broadcast.start')}
        onConfirm={async () => start()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** How many vehicles are spoken to, and how many of them receive it because they are online (BCST-07). */
function useReceivers(mode: BroadcastMode | null, chosen: ReadonlySet<string>) {
  const devices = useFleetState((state) => state.devices)
  return useMemo(() => {
    const spokenTo = [...devices.values()].filter(
      ({ registered, deviceId }) => registered && (mode === 'GLOBAL' || (mode === 'DEVICES' && chosen.has(deviceId))),
    )
    return { all: spokenTo.length, online: spokenTo.filter(({ online }) => online).length }
  }, [devices, mode, chosen])
}

function Progress({ call }: { readonly call: BroadcastCall }) {
  const t = useText()
  const state = useStore(call.state)
  return (
    <>
      <p className={`broadcast-state broadcast-${state.kind}`} role="status">
        {stateText(state, t)}
      </p>
      <LevelMeter label={t('talk.you')} icon="talk" source={call.own.source} />
      {state.kind === 'started' || state.kind === 'ended' ? <ReachList reach={state.reach} /> : null}
    </>
  )
}

function ReachList({ reach }: { readonly reach: Reach }) {
  const t = useText()
  const { devices, hearing, offline, missed } = reach
  return (
    <div className="broadcast-reach">
      <p className="num">{t('broadcast.reached', { hearing, devices })}</p>
      {missed.length === 0 ? null : (
        <details>
          <summary>{t('broadcast.missed', { count: missed.length })}</summary>
          <ul>
            {missed.map(({ deviceid, reason }) => (
              <li key={`${deviceid} ${reason}`}>
                <strong>{deviceid}</strong> <span dir="auto">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {offline.length === 0 ? null : (
        <details>
          <summary>{t('broadcast.offline', { count: offline.length })}</summary>
          <p className="broadcast-ids">{offline.join(', ')}</p>
        </details>
      )}
    </div>
  )
}

function stateText(state: BroadcastState, t: Translate): string {
  switch (state.kind) {
    case 'starting':
    case 'started':
    case 'ended':
      return t(`broadcast.${state.kind}`)
    case 'failed':
      return state.reason === '' ? t('talk.lost') : t('broadcast.failed', { reason: state.reason })
    case 'refused':
      return t('talk.refused')
    case 'insecure':
      return t('talk.insecure')
  }
}
