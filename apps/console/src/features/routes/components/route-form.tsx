import { TITLE_MAX } from '@fleetglass/contract/fences'
import { ROUTE_SLOTS } from '@fleetglass/contract/routes'
import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import type { RouteEditor } from '../use-route-editor.ts'

/** ROUTE-04 … ROUTE-06. Without a route every input is there and disabled. */
export function RouteForm({ editor }: { readonly editor: RouteEditor }) {
  const t = useText()
  const ids = { slot: useId(), state: useId(), title: useId() }
  const { draft, busy, list, change } = editor
  const isUntitled = draft !== null && draft.title === '' && draft.positions.length > 0
  const titles = new Map(list.routes.map(({ index, title }) => [index, title]))
  return (
    <div className="route-form">
      <label className="form-label" htmlFor={ids.slot}>
        {t('route.select')}
      </label>
      <select
        id={ids.slot}
        className="form-select"
        value={draft?.index ?? ''}
        onChange={({ target }) => {
          if (target.value === '') editor.close()
          else editor.open(Number(target.value))
        }}
      >
        <option value="">{t('route.choose')}</option>
        {Array.from({ length: ROUTE_SLOTS }, (_, index) => {
          const title = titles.get(index) ?? ''
          const number = index + 1
          return (
            <option key={number} value={index}>
              {title === '' ? number : t('route.numbered', { number, title })}
            </option>
          )
        })}
      </select>
      <fieldset disabled={draft === null || busy}>
        <label className="form-label" htmlFor={ids.state}>
          {t('route.state')}
        </label>
        <select
          id={ids.state}
          className="form-select"
          value={draft?.enable ?? 0}
          onChange={({ target }) => change((now) => ({ ...now, enable: target.value === '1' ? 1 : 0 }))}
        >
          <option value={1}>{t('route.enable')}</option>
          <option value={0}>{t('route.disable')}</option>
        </select>
        <label className="form-label" htmlFor={ids.title}>
          {t('route.title')}
        </label>
        <input
          id={ids.title}
          className={isUntitled ? 'form-control is-invalid' : 'form-control'}
          dir="auto"
          maxLength={TITLE_MAX}
          autoComplete="off"
          aria-invalid={isUntitled}
          aria-describedby={`${ids.title}-fault`}
          value={draft?.title ?? ''}
          onChange={({ target }) => change((now) => ({ ...now, title: target.value.replaceAll("'", '') }))}
        />
        <p id={`${ids.title}-fault`} className="route-fault" role="alert">
          {isUntitled ? t('route.needsTitle') : ''}
        </p>
      </fieldset>
      {editor.question}
    </div>
  )
}
