import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { leavePage } from '../../platform/pages/index.ts'

const areaId = 'print-area'

/** What is printed in the place of the screen: a report page puts its pages in here. */
export function PrintArea() {
  return <div id={areaId} className="print-area" />
}

/** Printing with nothing in the print area leads home instead (FOOT-24, FOOT-25). */
export function usePrintRule(): void {
  const navigate = useNavigate()
  const home = useRef(() => {})
  home.current = () => leavePage(() => void navigate('/', { replace: true }))
  useEffect(() => {
    const isEmpty = () => !document.getElementById(areaId)?.hasChildNodes()
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p' || !isEmpty()) return
      event.preventDefault()
      home.current()
    }
    // From the browser's own menu printing cannot be stopped; what it would print is the empty area.
    const onPrint = (): void => {
      if (isEmpty()) home.current()
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('beforeprint', onPrint)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('beforeprint', onPrint)
    }
  }, [])
}
