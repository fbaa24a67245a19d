import type { TextKey } from '@fleetglass/texts'
import type { IconName } from '../../../platform/icons/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { shownPages } from '../devices.paging.ts'

/** DASH-07 … 11, DASH-14: pages are counted from 0 and labelled from 1. */
export function Pager(props: {
  readonly page: number
  readonly pageCount: number
  readonly onPage: (page: number) => void
}) {
  const t = useText()
  const { page, pageCount, onPage } = props
  const last = pageCount - 1
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <Step icon="first" labelKey="pager.first" disabled={page === 0} onClick={() => onPage(0)} />
      <Step icon="previous" labelKey="pager.previous" disabled={page === 0} onClick={() => onPage(page - 1)} />
      {shownPages(page, pageCount).map((one) => (
        <button
          key={one}
          type="button"
          className="icon-button num"
          aria-label={t('pager.page', { page: one + 1 })}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => onPage(one)}
        >
          {one + 1}
        </button>
      ))}
      <Step icon="next" labelKey="pager.next" disabled={page === last} onClick={() => onPage(page + 1)} />
      <Step icon="last" labelKey="pager.last" disabled={page === last} onClick={() => onPage(last)} />
    </nav>
  )
}

function Step(props: {
  readonly icon: IconName
  readonly labelKey: TextKey
  readonly disabled: boolean
  readonly onClick: () => void
}) {
  const label = useText()(props.labelKey)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={18} />
    </button>
  )
}
