import { type KeyboardEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useDevice } from '../../engines/fleet/index.ts'
import { useStreamServer } from '../../engines/player/index.ts'
import { LevelMeter } from '../../engines/voice/index.ts'
import { closeDialog, openedDialog } from '../../platform/pages/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { Icon, PageState } from '../../ui/index.ts'
import { firstMode, type MicrophoneMode, NEUTRAL_VOLUME, TalkCall, type TalkEnd, type TalkState } from './talk-call.ts'
import './talk.css'

const modes: readonly MicrophoneMode[] = ['hold', 'open']
const loudest = 10

/** The talk with one device; it ends when this goes (TALK-16). */
export function TalkModal({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useDevice(deviceId)
  const [attempt, setAttempt] = useState(0)
  const [begunOffline] = useState(device?.online !== true)
  // The server speaks on the device's talk channel (TALK-13); the address names one that is there.
  const channel = device?.channels[0]?.number ?? 1
  // It ends at the click that closes, not when the modal has faded out.
  const isOpen = useStore(openedDialog, (opened) => opened?.name === 'talk')
  const call = useTalk(deviceId, channel, begunOffline || !isOpen ? null : attempt)
  if (begunOffline) return <PageState icon="offline" title={t('talk.offline')} role="alert" />
  return call === null ? null : <Talk call={call} onAgain={() => setAttempt(attempt + 1)} />
}

/** One call for each attempt; `null` makes none. */
function useTalk(deviceId: string, channel: number, attempt: number | null): TalkCall | null {
  const server = useStreamServer()
  const { log } = usePreferences()
  const [call, setCall] = useState<TalkCall | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another call; one that goes on keeps its channel
  useEffect(() => {
    if (attempt === null) return
    const made = new TalkCall(server, { deviceId, channel }, log)
    setCall(made)
    return () => {
      made.close()
    }
  }, [server, deviceId, attempt, log])
  return call
}

function Talk({ call, onAgain }: { readonly call: TalkCall; readonly onAgain: () => void }) {
  const t = useText()
  const state = useStore(call.state)
  const [mode, setMode] = useState<MicrophoneMode>(firstMode)
  const isOver = state.kind === 'over'
  return (
    <div className="talk">
      <p className={`talk-state talk-${state.kind}`} role="status">
        <span className="talk-lamp" aria-hidden="true" />
        {stateText(state, t)}
      </p>
      {state.kind === 'open' && state.unspoken !== null ? (
        <p className="alert alert-warning" role="alert">
          {t('talk.mute', { codec: state.unspoken })}
        </p>
      ) : null}
      <div className="talk-levels">
        <LevelMeter label={t('talk.you')} icon="talk" source={call.own.source} />
        <LevelMeter label={t('talk.device')} icon="sound" source={call.device.source} />
      </div>
      {isOver ? null : (
        <>
          <ModeChoice
            mode={mode}
            onMode={(next) => {
              setMode(next)
              call.setMode(next)
            }}
          />
          {mode === 'hold' ? <HoldButton call={call} open={state.kind === 'open'} /> : <MicrophoneState call={call} />}
          <Volume call={call} />
        </>
      )}
      <footer className="talk-foot">
        {isOver && state.why.kind !== 'insecure' ? (
          <button type="button" className="btn btn-primary icon-text" onClick={onAgain}>
            <Icon name="phone" size={18} /> {t('talk.again')}
          </button>
        ) : null}
        <button type="button" className="btn btn-danger icon-text" onClick={closeDialog}>
          <Icon name="close" size={18} /> {t(isOver ? 'action.close' : 'talk.hangUp')}
        </button>
      </footer>
    </div>
  )
}

function ModeChoice(props: { readonly mode: MicrophoneMode; readonly onMode: (mode: MicrophoneMode) => void }) {
  const t = useText()
  return (
    <fieldset className="talk-modes">
      <legend>{t('talk.mode')}</legend>
      {modes.map((mode) => (
        <label key={mode} className="form-check">
          <input
            type="radio"
            name="talk-mode"
            className="form-check-input"
            checked={props.mode === mode}
            onChange={() => props.onMode(mode)}
          />
          {t(`talk.mode.${mode}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Held by the pointer or the space bar; whatever takes it away lets it go. */
function HoldButton({ call, open }: { readonly call: TalkCall; readonly open: boolean }) {
  const t = useText()
  const speaking = useStore(call.speaking)
  const release = (): void => call.hold(false)
  const isSpace = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
  useEffect(() => () => call.hold(false), [call])
  return (
    <>
      <button
        type="button"
        className={`btn btn-lg talk-hold icon-text ${speaking ? 'btn-danger' : 'btn-primary'}`}
        aria-pressed={speaking}
        disabled={!open}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          call.hold(true)
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onBlur={release}
        onKeyDown={(event) => {
          if (isSpace(event) && !event.repeat) call.hold(true)
        }}
        onKeyUp={(event) => {
          if (isSpace(event)) release()
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon name="talk" size={22} /> {t(speaking ? 'talk.speaking' : 'talk.hold')}
      </button>
      <p className="muted talk-hint">{t('talk.holdHint')}</p>
    </>
  )
}

function MicrophoneState({ call }: { readonly call: TalkCall }) {
  const t = useText()
  const speaking = useStore(call.speaking)
  return <p className="muted talk-hint">{t(speaking ? 'talk.speaking' : 'talk.silent')}</p>
}

function Volume({ call }: { readonly call: TalkCall }) {
  const t = useText()
  return (
    <label className="talk-volume">
      {t('talk.volume')}
      <input
        type="range"
        className="form-range"
        min={0}
        max={loudest}
        defaultValue={NEUTRAL_VOLUME}
        onChange={({ target }) => call.setVolume(Number(target.value))}
      />
    </label>
  )
}

function stateText(state: TalkState, t: Translate): string {
  switch (state.kind) {
    case 'microphone':
      return t('talk.microphone')
    case 'calling':
      return t(`talk.${state.step}`)
    case 'open':
      return t('talk.on')
    case 'over':
      return endText(state.why, t)
  }
}

function endText(why: TalkEnd, t: Translate): string {
  return why.kind === 'failed' ? t('talk.failed', { reason: why.reason }) : t(`talk.${why.kind}`)
}
