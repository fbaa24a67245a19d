import { type RefObject, useEffect, useRef } from 'react'
import { useIsMobile } from '../platform/preferences/index.ts'

/** On a phone the result of a query is below its form: the page scrolls to it at each turn; 0 while there is no result. */
export function useResultInSight(turn: number): RefObject<HTMLElement | null> {
  const result = useRef<HTMLElement>(null)
  const mobile = useIsMobile()
  useEffect(() => {
    if (mobile && turn > 0) result.current?.scrollIntoView({ block: 'start' })
  }, [mobile, turn])
  return result
}
