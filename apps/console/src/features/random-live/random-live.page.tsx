import { RANDOM_PANE_COLUMNS, RANDOM_PANES, type RandomCount, randomFullScreen } from '@fleetglass/contract/random-live'
import { RANDOM_DEVICE } from '@fleetglass/contract/streams'
import { useRef, useState } from 'react'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { type Player, usePlayerView, useStreamServer, VideoTile } from '../../engines/player/index.ts'
import { useClock, useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { gridShapeFor, useFullScreenGrid, Wall } from '../../shared/wall/index.ts'
import { Icon } from '../../ui/index.ts'
import './random-live.css'

/** `/rendomliveview`: channels of devices that the server picks (LIVE-28 … 34, LIVE-53). */
export function RandomLivePage() {
  const t = useText()
  const mobile = useIsMobile()
  const place = useRef<HTMLDivElement>(null)
  const screen = useFullScreenGrid(place)
  const [wanted, setWanted] = useState<RandomCount>(4)
  const firstId = useFirstStreamId()
  const panes = screen.full ? wanted : RANDOM_PANES
  const columns = mobile ? 12 : RANDOM_PANE_COLUMNS
  return (
    <section className="random-page" aria-labelledby="random-title">
      <header className="random-head">
        <h1 id="random-title">{t('page.randomLive')}</h1>
        <span className="muted random-hint">{t('random.hint')}</span>
        <span className="top-space" />
        <fieldset className="random-full" aria-label={t('random.full')}>
          <Icon name="expand" size={16} />
          {randomFullScreen.map((count) => (
            <button
              key={count}
              type="button"
              className="icon-button num"
              aria-label={t('random.fullWith', { count })}
              title={t('random.fullWith', { count })}
              onClick={() => {
                setWanted(count)
                screen.enter()
              }}
            >
              {count}
            </button>
          ))}
        </fieldset>
      </header>
      <Wall place={place} screen={screen} shape={gridShapeFor(panes)} label={t('page.randomLive')} tiles={panes}>
        {Array.from({ length: panes }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pane is its place
          <li key={index} style={screen.full ? undefined : { gridColumn: `span ${columns}` }}>
            <RandomPane place={index + 1} streamId={firstId + index} />
          </li>
        ))}
      </Wall>
    </section>
  )
}

/** The panes of two pages of one user must not replace each other (STRM-30): each page opened has ids of its own. */
function useFirstStreamId(): number {
  const clock = useClock()
  const [id] = useState(() => (clock.nowMs() * 16) % 0xffff_fff0)
  return id
}

/** One pane; it is labelled with its device as soon as the server has reported it. */
function RandomPane({ place, streamId }: { readonly place: number; readonly streamId: number }) {
  const t = useText()
  const server = useStreamServer()
  const labelOf = useLabelOf()
  const [player, setPlayer] = useState<Player | null>(null)
  const deviceId = usePlayerView(player)?.deviceId ?? null
  return (
    <VideoTile
      server={server}
      source={{ kind: 'live', deviceId: RANDOM_DEVICE, channel: 1, streamId }}
      name={deviceId === null ? t('random.pane', { place }) : labelOf(deviceId)}
      onPlayer={setPlayer}
    />
  )
}
