import { useLengthUnit } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { displayDistance, distanceUnit } from '../../platform/units/index.ts'
import { AreaDevices, AreaPage } from '../../shared/areas/index.ts'
import { Icon } from '../../ui/index.ts'
import { PositionList } from './components/position-list.tsx'
import { RouteForm } from './components/route-form.tsx'
import { RouteMap } from './components/route-map.tsx'
import { lengthM, mayBeSaved, type Way } from './route-draft.ts'
import styles from './routes.module.css'
import { type RouteEditor, useRouteEditor } from './use-route-editor.ts'

/** `/routeplanning`: 32 ways with the vehicles that are to keep to them (ROUTE-01). */
export function RoutesPage() {
  const t = useText()
  const editor = useRouteEditor()
  const { list, draft, busy, change } = editor
  return (
    <AreaPage areas={list} texts={{ failed: t('route.failed'), again: t('route.again') }}>
      <div className={styles.page} data-page="route">
        <aside className={`${styles.side} panel`}>
          <h1>{t('page.routePlanning')}</h1>
          <RouteForm editor={editor} />
          <AreaDevices
            draft={draft}
            busy={busy}
            nobody={t('route.nobody')}
            onChosen={(devices) => change((now) => ({ ...now, devices }))}
          />
        </aside>
        <section className={`${styles.positions} panel`} aria-labelledby="route-positions">
          <Positions editor={editor} />
        </section>
        <div className={`${styles.map} panel`}>
          <RouteMap editor={editor} />
        </div>
      </div>
    </AreaPage>
  )
}

function Positions({ editor }: { readonly editor: RouteEditor }) {
  const t = useText()
  const unit = useLengthUnit()
  const { draft, way, tooLarge, busy } = editor
  const none = draft === null || draft.positions.length === 0
  return (
    <>
      <header>
        <h2 id="route-positions">{t('route.positions')}</h2>
        <button
          type="button"
          className="btn btn-quiet btn-sm icon-text"
          disabled={draft === null}
          onClick={editor.placeAtCenter}
        >
          <Icon name="pin" size={16} /> {t('draw.atCenter')}
        </button>
        <button type="button" className="btn btn-quiet btn-sm icon-text" disabled={none} onClick={editor.removeAll}>
          <Icon name="trash" size={16} /> {t('route.removeAll')}
        </button>
      </header>
      <div className={styles.scroll}>
        <PositionList editor={editor} />
      </div>
      <footer>
        <p id="route-state" className={tooLarge ? styles.large : 'muted'} role="status">
          {draft !== null && draft.positions.length < 2 ? t('route.fewPositions') : wayWords(way, t)}
          {'way' in way ? (
            <span className="num">{` ${t('route.length')}: ${displayDistance(lengthM(way) / 1000, unit, 'elsewhere')} ${distanceUnit(unit)}`}</span>
          ) : null}
          {tooLarge ? ` ${t('route.tooLarge')}, ${t('route.pleaseReset')}` : ''}
        </p>
        <button
          type="button"
          className="btn btn-primary"
          aria-describedby="route-state"
          disabled={busy || !mayBeSaved(draft, way)}
          onClick={editor.save}
        >
          {t('route.save')}
        </button>
      </footer>
    </>
  )
}

function wayWords(way: Way, t: Translate): string {
  if (way.kind === 'looking') return t('route.looking')
  if (way.kind !== 'straight') return ''
  return way.reason === '' ? t('route.straight') : t('route.straightFailed', { reason: way.reason })
}
