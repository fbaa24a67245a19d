import { IDLE_START_S, idleStartS } from '@fleetglass/contract/idle'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { hasUnsaved } from '../../platform/pages/index.ts'
import { useClock, useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { createIdleCountdown, type IdleCountdown } from './idle-countdown.ts'
import './idle-clock.css'

const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** The countdown in the bar (SHELL-103 … 115). Only its face is drawn each second. */
export function IdleClock() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const clock = useClock()
  const mobile = useIsMobile()
  const { disableIdle: disabled, liveIdleSeconds: liveIdleS } = useSite()
  const startS = idleStartS({ pathname, mobile, disabled, liveIdleS })
  const [ended, setEnded] = useState(false)
  const [countdown] = useState(() => createIdleCountdown(clock, () => setEnded(true)))
  useEffect(() => {
    if (startS !== null) countdown.begin(startS)
    return () => countdown.stop()
  }, [countdown, startS])
  useEffect(() => {
    if (!ended) return
    setEnded(false)
    void navigate('/idle', { replace: true, state: { from: pathname + search, keeps: hasUnsaved() } })
  }, [ended, navigate, pathname, search])
  useActivity(countdown)
  return startS === null ? null : <IdleFace countdown={countdown} />
}

function useActivity(countdown: IdleCountdown): void {
  useEffect(() => {
    const note = () => countdown.noteActivity()
    for (const name of activities) window.addEventListener(name, note, { passive: true, capture: true })
    return () => {
      for (const name of activities) window.removeEventListener(name, note, { capture: true })
    }
  }, [countdown])
}

function IdleFace({ countdown }: { readonly countdown: IdleCountdown }) {
  const t = useText()
  const view = useStore(countdown.view)
  if (view.kind === 'off') return null
  const frozen = view.kind === 'frozen'
  const time = minutesText(view.leftS)
  const toggle = t(frozen ? 'idle.resume' : 'idle.freeze')
  return (
    <span className="idle-clock" data-frozen={frozen || undefined}>
      <button
        type="button"
        className="idle-clock-time num"
        aria-label={t('idle.countdown', { time })}
        title={t('idle.countdown', { time })}
        onClick={() => countdown.set(IDLE_START_S)}
      >
        <Icon name="timer" size={16} />
        {time}
      </button>
      <button
        type="button"
        className="idle-clock-toggle"
        aria-label={toggle}
        title={toggle}
        onClick={() => (frozen ? countdown.resume() : countdown.freeze())}
      >
        <Icon name={frozen ? 'play' : 'pause'} size={14} />
      </button>
    </span>
  )
}

/** `29:58`. */
function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
