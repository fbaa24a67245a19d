import { useText } from '../../platform/texts/index.ts'
import { NavMenu } from '../../shared/nav-menu/index.ts'
import { useEmbeddedPages } from './embedded-pages.queries.ts'

/** The menu of the pages that the site embeds. Without their list there is none; the page itself shows the error. */
export function EmbeddedMenu() {
  const t = useText()
  const { data: embedded = [] } = useEmbeddedPages()
  if (embedded.length === 0) return null
  return (
    <NavMenu
      icon="embedded"
      label={t('menu.embedded')}
      entries={embedded.map(({ title }, index) => ({ to: `/iframe/${index}`, label: title }))}
    />
  )
}
