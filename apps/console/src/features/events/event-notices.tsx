import type { EventMessage } from '@fleetglass/contract/events'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useEventName, useEvents } from '../../engines/events/index.ts'
import { useFleet, useLabelOf } from '../../engines/fleet/index.ts'
import { leavePage, openDialog, openedAnew } from '../../platform/pages/index.ts'
import { useClock, useIsMobile, useLengthUnit, usePreferences } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { speedsInUnit } from '../../platform/units/index.ts'
import { useMayLive, useMayOpen, useMayPlayback, useMayTalkOnHttps } from '../../shared/access/index.ts'
import { talk } from '../../shared/dialogs/index.ts'
import { notify, type ToastHandle } from '../../ui/index.ts'
import { createRing, type Ring } from './ring.ts'

/** EVTS-09. */
const newEventMs = 15_000

/** Shows what happens to vehicles as notices, and rings for a call (EVTS-08 … EVTS-22). Draws nothing itself. */
export function EventNotices() {
  const t = useText()
  const events = useEvents()
  const clock = useClock()
  const { log } = usePreferences()
  const labelOf = useLabelOf()
  const mayTalk = useMayTalkOnHttps()
  const waysOf = useWays()
  const ring = useMemo(() => createRing(clock, openAudio, log), [clock, log])
  // Another language is for the next notice: the calls that wait go on.
  const words = useRef(t)
  const eventName = useEventName()
  const nameOf = useRef(eventName)
  const chosenUnit = useLengthUnit()
  const unit = useRef(chosenUnit)
  useEffect(() => {
    words.current = t
    nameOf.current = eventName
    unit.current = chosenUnit
  }, [t, eventName, chosenUnit])
  useEffect(() => {
    const calls = new Map<string, ToastHandle>()
    const shown = events.onEvent((event) => {
      if (!events.notify.getState()) return
      const name = speedsInUnit(nameOf.current(event.eventid, event.eventname), unit.current)
      const about = { label: labelOf(event.deviceid), name, ways: waysOf(event) }
      show({ ...event, memo: speedsInUnit(event.memo, unit.current) }, about, words.current, ring, calls, mayTalk)
    })
    // Switched off, or logged out: waiting calls are no longer shown and no longer ring.
    const quiet = (): void => {
      for (const call of [...calls.values()]) call.close()
    }
    const switched = events.notify.subscribe((on) => {
      if (!on) quiet()
    })
    return () => {
      shown.close()
      switched()
      quiet()
    }
  }, [events, ring, labelOf, waysOf, mayTalk])
  return null
}

/** Where a notice leads: to the vehicle, and to its recording where it is being recorded. */
interface Ways {
  readonly vehicle: () => void
  readonly recording: (() => void) | null
}

/** The same function as long as the account and the site are the same: what waits for events is not begun anew. */
function useWays(): (event: EventMessage) => Ways {
  const fleet = useFleet()
  const mobile = useIsMobile()
  const mayMap = useMayOpen('/') && !mobile
  const mayLive = useMayLive()
  const mayPlayback = useMayPlayback()
  const navigate = useNavigate()
  const go = useRef((_address: string, _state: object | null = null) => {})
  useEffect(() => {
    go.current = (address, state = null) => leavePage((replace) => void navigate(address, { replace, state }))
  }, [navigate])
  return useCallback(
    ({ deviceid, time }) => {
      const id = encodeURIComponent(deviceid)
      const vehicle = mayMap ? `/?device=${id}` : mayLive ? `/liveview/${id}` : `/blockview?device=${id}`
      const isRecorded = fleet.state.getState().devices.get(deviceid)?.recording === true
      return {
        vehicle: () => go.current(vehicle),
        recording: mayPlayback && isRecorded ? () => go.current(`/splayback/${id}?at=${time}`, openedAnew()) : null,
      }
    },
    [fleet, mayMap, mayLive, mayPlayback],
  )
}

function openAudio(): AudioContext | null {
  return typeof AudioContext === 'undefined' ? null : new AudioContext()
}

function show(
  event: EventMessage,
  { label: device, name, ways }: { readonly label: string; readonly name: string; readonly ways: Ways },
  t: Translate,
  ring: Ring,
  calls: Map<string, ToastHandle>,
  mayTalk: boolean,
): void {
  const { deviceid, memo } = event
  const time = localTimeText(event.time)
  if (event.cmd === 'cover') {
    const detail = t('event.recoveredDetail', { device, event: name })
    notify.success(t('event.recovered'), { detail: marked(event, detail, t), open: ways.vehicle })
    return
  }
  const detail = memo === '' ? t('event.detail', { time, device }) : t('event.detailMemo', { time, device, memo })
  const { notifytext: text } = event
  notify.warning(name, {
    detail: marked(event, text === undefined ? detail : t('event.withText', { text, detail }), t),
    fill: event.notifycolor,
    stays: newEventMs,
    open: ways.vehicle,
    ...(ways.recording && { actions: [{ label: t('event.recording'), run: ways.recording }] }),
  })
  if (event.call !== 1) return
  // A device that calls again is the same call: its notice is renewed, and goes on ringing.
  const ringing = ring.start(event.calltime)
  const call = notify.info(t('event.call', { device }), {
    detail: time,
    open: ways.vehicle,
    stays: 'until-closed',
    id: `call ${deviceid}`,
    // Doing it closes the notice, and that ends its ring (EVTS-18).
    ...(mayTalk && { actions: [{ label: t('talk.open'), run: () => openDialog(talk, { deviceId: deviceid }) }] }),
    onClosed() {
      ringing.stop()
      if (calls.get(deviceid) === call) calls.delete(deviceid)
    },
  })
  calls.set(deviceid, call)
}

function marked({ late }: EventMessage, text: string, t: Translate): string {
  return late === 1 ? t('event.late', { text }) : text
}
