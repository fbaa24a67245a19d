import { ROUTE_SLOTS } from '@fleetglass/contract/routes'
import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { AreaWords, SlotOptions } from '../../../shared/areas/index.ts'
import styles from '../routes.module.css'
import type { RouteEditor } from '../use-route-editor.ts'

/** ROUTE-04 … ROUTE-06. Without a route every input is there and disabled. */
export function RouteForm({ editor }: { readonly editor: RouteEditor }) {
  const t = useText()
  const slotId = useId()
  const { draft, busy, list, change } = editor
  const isUntitled = draft !== null && draft.title === '' && draft.positions.length > 0
  return (
    <div className={styles.form}>
      <label className="form-label" htmlFor={slotId}>
        {t('route.select')}
      </label>
      <select
        id={slotId}
        className="form-select"
        value={draft?.index ?? ''}
        onChange={({ target }) => {
          if (target.value === '') editor.close()
          else editor.open(Number(target.value))
        }}
      >
        <option value="">{t('route.choose')}</option>
        <SlotOptions
          count={ROUTE_SLOTS}
          areas={list.routes}
          valueOf={String}
          nameOf={(number, title) => t('route.numbered', { number, title })}
        />
      </select>
      <fieldset disabled={draft === null || busy}>
        <AreaWords
          draft={draft}
          texts={{
            state: t('route.state'),
            enable: t('route.enable'),
            disable: t('route.disable'),
            title: t('route.title'),
          }}
          fault={isUntitled ? t('route.needsTitle') : null}
          onChange={(part) => change((now) => ({ ...now, ...part }))}
        />
      </fieldset>
      {editor.question}
    </div>
  )
}
