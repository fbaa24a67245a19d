import { type IconName, iconPaths, vehiclePath } from '../platform/icons/index.ts'

/** What points to where the text goes on: mirrored where it is read from right to left. */
const pointing: ReadonlySet<IconName> = new Set(['first', 'previous', 'next', 'last', 'logout'])

/** A line icon in the colour and size of the text around it. It is decoration: the text beside it has the same meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className={pointing.has(name) ? 'icon to-side' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** A vehicle seen from above, turned to its heading (degrees clockwise from north). */
export function VehicleIcon(props: { readonly icon: number; readonly headingDeg: number; readonly size?: number }) {
  const size = props.size ?? 22
  return (
    <svg
      className="vehicle-icon"
      data-icon={props.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={vehiclePath(props.icon)} transform={`rotate(${props.headingDeg} 12 12)`} fillRule="evenodd" />
    </svg>
  )
}
