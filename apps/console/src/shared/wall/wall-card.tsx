import { type ReactNode, useRef } from 'react'
import type { IconName } from '../../platform/icons/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import './wall.css'

/** A tile that is no stream: a map, or what stands for a picture. A double-click gives it the screen, as a stream's does. */
export function WallCard(props: {
  readonly name: string
  /** Stands where the name would; left out: the name. */
  readonly heading?: ReactNode
  readonly onClose: () => void
  readonly closeLabel: string
  readonly children: ReactNode
}) {
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const toggleFull = () => {
    const change =
      document.fullscreenElement === frame.current ? document.exitFullscreen() : frame.current?.requestFullscreen?.()
    // Where the browser refuses, the tile stays as it is.
    change?.catch(() => {})
  }
  const button = (icon: IconName, label: string, onClick: () => void) => (
    <button type="button" className="wall-card-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  )
  return (
    <section ref={frame} className="wall-card" aria-label={props.name}>
      <header className="wall-card-head">
        <span className="wall-card-name" title={props.name}>
          {props.heading ?? props.name}
        </span>
        {button('expand', t('tile.fullScreen'), toggleFull)}
        {button('close', props.closeLabel, props.onClose)}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same for the keyboard */}
      <div className="wall-card-body" onDoubleClick={toggleFull}>
        {props.children}
      </div>
    </section>
  )
}
