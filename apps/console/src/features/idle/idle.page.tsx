import type { IdleItem } from '@fleetglass/contract/variants'
import { useLocation, useNavigate } from 'react-router'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useVisitor } from '../../shared/visitor/index.ts'
import { AnalogClock, DigitalClock } from './idle-clocks.tsx'
import { returnAddress } from './idle-return.ts'
import './idle.css'

/** What is shown while no user is active: clocks, logos and links as the site has set them (IDLE-01 … 10). */
export function IdlePage() {
  const t = useText()
  const navigate = useNavigate()
  const location = useLocation()
  const visitor = useVisitor()
  const { analogClock, digitalClock, items } = useSite().idle
  const back = returnAddress((location.state as { from?: unknown } | null)?.from, visitor)
  const goBack = (): void => {
    if (back !== null) void navigate(back, { replace: true })
  }
  return (
    <section className="idle-page">
      <h1 className="visually-hidden">{t('page.idle')}</h1>
      {/* The whole screen is the way back; what stands on it lets clicks through. */}
      {back === null ? null : (
        <button type="button" className="idle-back" aria-label={t('idle.back')} onClick={goBack} />
      )}
      <div className="idle-clocks">
        {analogClock ? <AnalogClock /> : null}
        {digitalClock ? <DigitalClock /> : null}
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list comes from the site and never changes
        <Item key={index} item={item} onLeave={goBack} />
      ))}
      {back === null ? (
        <p className="idle-nothing">{t('page.noRightHint')}</p>
      ) : (
        <p className="idle-hint">{t('idle.back')}</p>
      )}
    </section>
  )
}

function Item({ item, onLeave }: { readonly item: IdleItem; readonly onLeave: () => void }) {
  const { image, text = '', link, left, top, width } = item
  const place = { left: `${left}%`, top: `${top}%`, width: `${width}%` }
  const content = image ? <img src={image} alt={text} /> : text
  if (link === undefined)
    return (
      <div className="idle-item" style={place}>
        {content}
      </div>
    )
  return (
    <a className="idle-item" style={place} href={link} target="_blank" rel="noopener noreferrer" onClick={onLeave}>
      {content}
    </a>
  )
}
