import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { AddressCredit, type AskAddress, useAddressLookup } from '../../../engines/addresses/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { clockText, type Track } from '../track.ts'

const rowPx = 32

/** The points of the day; only the rows in sight exist, and only those request their address (GPSP-36 … GPSP-40). */
export function PointList(props: {
  readonly track: Track
  /** The list goes to the first point of this hour when another is chosen. */
  readonly hour: number
  readonly onOpen: (index: number) => void
}) {
  const t = useText()
  const { track, hour } = props
  const scroller = useRef<HTMLDivElement>(null)
  const ask = useAddressLookup()
  const rows = useVirtualizer({
    count: track.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  const first = track.hours[hour]?.from ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another hour or track moves the list
  useEffect(() => rows.scrollToIndex(first, { align: 'start' }), [first, track])
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {}
  const names = ['number', 'time', 'lat', 'lng', 'speed', 'direction', ...(ask ? (['address'] as const) : [])] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand where the list has scrolled to, which no table does
    <div
      className={ask ? 'point-list with-address' : 'point-list'}
      role="table"
      aria-label={t('gpsPlayback.points')}
      aria-rowcount={track.count + 1}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a head is not chosen */}
      <div className="point-row point-head" role="row">
        {names.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: a head is not chosen
          <span key={name} role="columnheader">
            {t(`gpsPlayback.${name}`)}
          </span>
        ))}
      </div>
      <div className="point-scroll" ref={scroller}>
        <div style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <PointRow
              key={index}
              track={track}
              index={index}
              topPx={start}
              ask={ask}
              inSight={index >= startIndex && index <= endIndex}
              onOpen={props.onOpen}
            />
          ))}
        </div>
      </div>
      {ask ? <AddressCredit /> : null}
    </div>
  )
}

function PointRow(props: {
  readonly track: Track
  readonly index: number
  readonly topPx: number
  readonly ask: AskAddress | null
  readonly inSight: boolean
  readonly onOpen: (index: number) => void
}) {
  const unit = useLengthUnit()
  const { track, index, ask } = props
  const time = clockText(track.timesMs[index]!)
  const speed = `${displaySpeed(track.speedsKmh[index]!, unit, 'elsewhere')} ${speedUnit(unit)}`
  const cells = [track.lats[index]!.toFixed(6), track.lngs[index]!.toFixed(6), speed, `${track.headingsDeg[index]!}°`]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list
    // biome-ignore lint/a11y/useFocusableInteractive: the button of the row has the focus
    <div
      className="point-row num"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${props.topPx}px)` }}
    >
      <Cell>{index + 1}</Cell>
      <Cell>
        <button type="button" onClick={() => props.onOpen(index)}>
          {time}
        </button>
      </Cell>
      {cells.map((text, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
        <Cell key={column}>{text}</Cell>
      ))}
      {ask ? (
        <Cell>
          <PointAddress ask={ask} lat={track.lats[index]!} lng={track.lngs[index]!} wanted={props.inSight} />
        </Cell>
      ) : null}
    </div>
  )
}

function Cell({ children }: { readonly children: React.ReactNode }) {
  // biome-ignore lint/a11y/useSemanticElements: see the list
  return <span role="cell">{children}</span>
}

/** GPSP-38, GPSP-39: requested when the row is in sight; a failure is shown in place of the address. */
function PointAddress(props: {
  readonly ask: AskAddress
  readonly lat: number
  readonly lng: number
  readonly wanted: boolean
}) {
  const { ask, lat, lng } = props
  const { data, error } = useQuery({
    queryKey: ['address-of', lat.toFixed(5), lng.toFixed(5)],
    enabled: props.wanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask({ lat, lng }),
  })
  if (error) return <span className="point-failed">{error.message}</span>
  return <span title={data}>{data ?? ''}</span>
}
