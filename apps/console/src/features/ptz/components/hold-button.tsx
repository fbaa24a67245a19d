import type { PtzWord } from '@fleetglass/contract/ptz'
import type { IconName } from '../../../platform/icons/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { Steering } from '../ptz.machine.ts'
import type { SteeringWheel } from '../steering-wheel.ts'

/** A button that moves the camera for as long as it is held: by the pointer while it is over it, or by Space and Enter. */
export function HoldButton(props: {
  readonly wheel: SteeringWheel
  readonly state: Steering
  readonly channel: number
  readonly word: PtzWord
  readonly icon: IconName
  readonly label: string
}) {
  const { wheel, state, channel, word, icon, label } = props
  const release = () => wheel.release('pointer')
  return (
    <button
      type="button"
      className="ptz-button"
      data-word={word}
      data-held={(state.kind === 'moving' && state.word === word) || undefined}
      aria-label={label}
      title={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // A finger would keep the button for itself: leaving it could not be seen.
        const { currentTarget, pointerId } = event
        if (currentTarget.hasPointerCapture?.(pointerId)) currentTarget.releasePointerCapture(pointerId)
        wheel.hold(channel, word, 'pointer')
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) wheel.keyDown(channel, event.code, word)
      }}
    >
      <Icon name={icon} size={22} />
    </button>
  )
}
