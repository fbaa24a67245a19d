import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Clock } from '../../../platform/clock/index.ts'
import { PictureStage } from '../picture/picture-stage.ts'
import { StreamPlayer } from '../player.ts'
import type { LiveStreamKind, Player, PlayerView, StreamServer, StreamSource } from '../player.types.ts'
import { Sound } from '../sound/sound.ts'
import type { OpenMediaSocket } from '../stream-socket.ts'

/**
 * Mounts a player into `host` for as long as the component is there and the stream is of the same device, channel and
 * server. Another time of a playback goes to the same player: its picture stays until the new one comes.
 */
export function usePlayer(
  server: StreamServer,
  source: StreamSource,
  stream: LiveStreamKind,
  clock: Clock,
  openSocket = openWebSocket,
) {
  const host = useRef<HTMLDivElement>(null)
  const [player, setPlayer] = useState<Player | null>(null)
  const first = useRef(source)
  first.current = source
  const wanted = useRef(stream)
  wanted.current = stream
  const { host: address, port, secure, user, passwordHash } = server
  const { kind, deviceId, channel } = source
  const opened = useRef<StreamSource | null>(null)

  useEffect(() => {
    const place = host.current
    if (place === null) return
    const created = new StreamPlayer({ ...first.current, deviceId, channel, kind } as StreamSource, {
      clock,
      server: { host: address, port, secure, user, passwordHash },
      stage: new PictureStage(place, clock),
      sound: new Sound(),
      openSocket,
      stream: wanted.current,
    })
    opened.current = first.current
    const forget = watchVisibility(place, created)
    setPlayer(created)
    return () => {
      forget()
      created.close()
      setPlayer(null)
    }
  }, [clock, address, port, secure, user, passwordHash, kind, deviceId, channel, openSocket])

  useEffect(() => player?.setStream(stream), [player, stream])

  const moment = source.kind === 'live' ? 0 : source.streamId
  useEffect(() => {
    const source = first.current
    const before = opened.current
    if (player === null || source.kind === 'live' || before?.kind !== source.kind || before.streamId === moment) return
    opened.current = source
    player.open(source)
  }, [player, moment])

  return { host, player }
}

const openWebSocket: OpenMediaSocket = (url) => new WebSocket(url)

/** The state of the player; drawn again at a change of state, otherwise at most twice a second. */
export function usePlayerView(player: Player | null): PlayerView | null {
  return useSyncExternalStore(
    (listener) => player?.subscribe(listener) ?? (() => {}),
    () => player?.view() ?? null,
  )
}

/** A tile outside of the window, or in a page that lies behind another, decodes nothing. */
function watchVisibility(place: HTMLElement, player: Player): () => void {
  let inWindow = true
  const update = () => player.setVisible(inWindow && document.visibilityState === 'visible')
  const observer = new IntersectionObserver((entries) => {
    inWindow = entries.at(-1)?.isIntersecting ?? inWindow
    update()
  })
  observer.observe(place)
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', update)
  }
}
