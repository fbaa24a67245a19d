import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useChannel } from '../../engines/channel/index.ts'
import { notify } from '../../ui/index.ts'
import { type Steering, wordOfKey } from './ptz.machine.ts'
import { SteeringWheel } from './steering-wheel.ts'

/** The wheel of a device for as long as the panel is there, turned by the keys of the whole window. */
export function useSteering(
  deviceId: string,
  channel: number,
): { readonly wheel: SteeringWheel; readonly state: Steering } {
  const link = useChannel()
  const [wheel] = useState(
    () => new SteeringWheel({ channel: link, deviceId, onFailure: (reason) => notify.error(reason, { id: 'ptz' }) }),
  )
  const current = useRef(channel)
  current.current = channel
  // biome-ignore lint/correctness/useExhaustiveDependencies: another channel is another camera (PTZ-10)
  useEffect(() => () => wheel.letGo(), [wheel, channel])
  useEffect(() => listenToWindow(wheel, () => current.current), [wheel])
  return { wheel, state: useStore(wheel.state) }
}

function listenToWindow(wheel: SteeringWheel, channel: () => number): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const word = wordOfKey(event.key)
    const isTyped = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (word === null || isTyped || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    // Let go by another window or channel, a key that is still down steers nothing.
    if (!event.repeat) wheel.keyDown(channel(), event.code, word)
  }
  const onKeyUp = (event: KeyboardEvent): void => wheel.keyUp(channel(), event.code)
  const letGo = (): void => wheel.letGo()
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') wheel.letGo()
  }
  const closer = new AbortController()
  const { signal } = closer
  window.addEventListener('keydown', onKeyDown, { signal })
  window.addEventListener('keyup', onKeyUp, { signal })
  window.addEventListener('blur', letGo, { signal })
  window.addEventListener('pagehide', letGo, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  return () => closer.abort()
}
