import { useState } from 'react'
import { type Location, useLocation } from 'react-router'

/**
 * The location whose page is drawn, and whether the idle screen lies over it: when the countdown ends on a page with changes that
 * were not saved, the page stays as it is below the idle screen (SHELL-114), and the click that leads back finds them.
 */
export function useShownLocation(): { readonly location: Location; readonly isUnderIdle: boolean } {
  const present = useLocation()
  const [shown, setShown] = useState(present)
  const keeps = (present.state as { keeps?: unknown } | null)?.keeps === true
  // A tab that was loaded on the idle screen has nothing below it.
  const isUnderIdle = present.pathname === '/idle' && keeps && shown.pathname !== '/idle'
  if (!isUnderIdle && shown !== present) setShown(present)
  return { location: isUnderIdle ? shown : present, isUnderIdle }
}
