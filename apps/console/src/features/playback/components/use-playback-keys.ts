import { useEffect, useRef } from 'react'
import { type PlaybackKey, playbackKey } from '../timeline-keys.ts'

/** Calls `obey` for the keys of the playback, wherever the focus is on the page. */
export function usePlaybackKeys(obey: (key: PlaybackKey) => void): void {
  const latest = useRef(obey)
  latest.current = obey
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = keyOf(event)
      if (key === null) return
      event.preventDefault()
      latest.current(key)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** What has keys of its own: fields, dialogs, menus, and pictures that are zoomed by keys. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="grid"]'

/** The command of a key; null where the focused element handles it. */
function keyOf(event: KeyboardEvent): PlaybackKey | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  if (!(target instanceof Element)) return playbackKey(event.key)
  if (target.closest(ownKeys) !== null) return null
  if (event.key === ' ' && target.closest('button, a') !== null) return null
  return playbackKey(event.key)
}
