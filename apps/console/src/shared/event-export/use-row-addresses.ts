import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddressLookup } from '../../engines/addresses/index.ts'
import type { ExportedEvent } from './export-rows.ts'

type Place = NonNullable<ExportedEvent['place']>

interface Found {
  readonly text: string
  readonly isFailure: boolean
}

/** Places are the same where they are within a metre. */
const DECIMALS = 5

function keyOf({ lat, lng }: Place): string {
  return `${lat.toFixed(DECIMALS)},${lng.toFixed(DECIMALS)}`
}

/** EXPORT-07 to EXPORT-11: addresses of places, looked up one after the other until the dialog is closed or the user stops. */
export function useRowAddresses() {
  const ask = useAddressLookup()
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map())
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null)
  const run = useRef(0)
  const stop = useCallback(() => {
    run.current += 1
    setProgress(null)
  }, [])
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )

  const load = async (events: readonly Pick<ExportedEvent, 'place'>[]): Promise<void> => {
    if (ask === null) return
    run.current += 1
    const mine = run.current
    const places = new Map<string, Place>()
    for (const { place } of events) if (place !== null) places.set(keyOf(place), place)
    const missing = [...places].filter(([key]) => found.get(key)?.isFailure !== false)
    for (const [done, [key, place]] of missing.entries()) {
      setProgress({ done, all: missing.length })
      const answer = await ask(place).then(
        (text): Found => ({ text, isFailure: false }),
        (error: unknown): Found => ({ text: error instanceof Error ? error.message : String(error), isFailure: true }),
      )
      if (run.current !== mine) return
      setFound((before) => new Map(before).set(key, answer))
    }
    setProgress(null)
  }
  return {
    /** Whether this site looks addresses up. */
    isOffered: ask !== null,
    progress,
    load,
    stop,
    addressOf: ({ place }: Pick<ExportedEvent, 'place'>): string =>
      place === null ? '' : (found.get(keyOf(place))?.text ?? ''),
  }
}
