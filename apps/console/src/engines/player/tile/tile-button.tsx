import { type IconName, iconPaths } from '../../../platform/icons/index.ts'

/** A line icon over the picture; the text beside it or on its button has the same meaning. */
export function TileIcon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}

export function TileButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly pressed?: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="tile-button"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      onClick={props.onClick}
    >
      <TileIcon name={props.icon} />
    </button>
  )
}
