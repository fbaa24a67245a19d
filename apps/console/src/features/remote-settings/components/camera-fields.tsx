import type { RemoteParameterName } from '@fleetglass/contract/remote-settings'
import { useText } from '../../../platform/texts/index.ts'
import type { AboutDevice } from './field.types.ts'
import { channelEntries } from './own-fields.tsx'
import { NumberInput } from './plain-fields.tsx'

const MIRROR = 1
const FLIP = 2

interface CameraFieldsProps {
  readonly names: readonly RemoteParameterName[]
  readonly textOf: (name: RemoteParameterName) => string
  readonly onText: (name: RemoteParameterName, text: string) => void
  readonly about: AboutDevice
}

/** RDEV-058, RDEV-059, RDEV-101: what each camera does, a row for each channel. */
export function CameraFields({ names, textOf, onText, about }: CameraFieldsProps) {
  const t = useText()
  const records = [...textOf('cam_rec')]
  const mirrors = channelEntries(textOf('cam_mirror'), about.channels, '0')
  const positions = channelEntries(textOf('cam_campos'), about.channels, '0')
  const channels = Math.max(about.channels, records.length, mirrors.length, positions.length)
  const rows = Array.from({ length: channels }, (_, at) => ({
    channel: at + 1,
    record: records[at] === '1',
    mirror: Number(mirrors[at] ?? 0) || 0,
    position: positions[at] ?? '0',
  }))
  type Row = (typeof rows)[number]
  const write = (changed: Row): void => {
    const now = rows.map((row) => (row.channel === changed.channel ? changed : row))
    const before = rows[changed.channel - 1]
    if (before?.record !== changed.record) onText('cam_rec', now.map(({ record }) => (record ? '1' : '0')).join(''))
    if (before?.mirror !== changed.mirror) onText('cam_mirror', now.map(({ mirror }) => mirror).join(','))
    if (before?.position !== changed.position) onText('cam_campos', now.map(({ position }) => position).join(','))
  }
  const columns = [
    ['cam_rec', t('setting.record'), (row: Row) => row.record, (row: Row) => ({ ...row, record: !row.record })],
    ['cam_mirror', t('setting.mirror'), bitOf(MIRROR), withBit(MIRROR)],
    ['cam_mirror', t('setting.flip'), bitOf(FLIP), withBit(FLIP)],
  ] as const
  const shown = columns.filter(([name]) => names.includes(name))
  const hasPosition = names.includes('cam_campos')
  return (
    <table className="remote-cameras">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('column.channel')}</span>
          </th>
          {shown.map(([, label]) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          {hasPosition ? <th scope="col">{t('setting.position')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const channel = t('setting.channel', { channel: row.channel })
          return (
            <tr key={row.channel}>
              <th scope="row">{channel}</th>
              {shown.map(([, label, isOn, switched]) => (
                <td key={label}>
                  <input
                    type="checkbox"
                    className="form-check-input"
                    aria-label={`${channel}: ${label}`}
                    checked={isOn(row)}
                    onChange={() => write(switched(row))}
                  />
                </td>
              ))}
              {hasPosition ? (
                <td>
                  <NumberInput
                    label={`${channel}: ${t('setting.position')}`}
                    least={0}
                    most={255}
                    shown={row.position}
                    onTyped={(position) => write({ ...row, position })}
                  />
                </td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const bitOf =
  (bit: number) =>
  ({ mirror }: { readonly mirror: number }): boolean =>
    (mirror & bit) !== 0

const withBit =
  (bit: number) =>
  <Row extends { readonly mirror: number }>(row: Row): Row => ({ ...row, mirror: row.mirror ^ bit })
