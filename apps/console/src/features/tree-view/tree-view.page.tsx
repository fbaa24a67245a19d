import { MAX_TILES, type Wrap } from '@fleetglass/contract/tree-view'
import { useRef, useState } from 'react'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useFullScreenGrid } from '../../shared/wall/index.ts'
import { Icon, Loading, notify, PageState } from '../../ui/index.ts'
import { DeviceTree } from './components/device-tree.tsx'
import { LayoutPicker } from './components/layout-picker.tsx'
import { TileWall } from './components/tile-wall.tsx'
import { toggleTile, useLayouts } from './use-layouts.ts'
import './tree-view.css'

/** TREE-46. */
const fullNoticeMs = 1000

/** `/treeview`: layouts and devices to choose from, and the wall of their tiles (TREE-01). */
export function TreeViewPage() {
  const t = useText()
  const mobile = useIsMobile()
  const loaded = useFleetState((state) => state.loaded)
  const layouts = useLayouts()
  // On a phone it makes room for the tiles, as soon as there are some.
  const [treeOpen, setTreeOpen] = useState(!mobile || layouts.wraps.length === 0)
  const place = useRef<HTMLDivElement>(null)
  const screen = useFullScreenGrid(place)
  const { chosen, wraps, limits } = layouts
  const toggle = (wrap: Wrap) => {
    const next = toggleTile(wraps, wrap, limits)
    if (next !== null) return layouts.change(next)
    notify.error(t('tree.maxChannels'), { stays: fullNoticeMs, id: 'tree-full' })
  }
  return (
    <div className={mobile ? 'tree-page tree-page-mobile' : 'tree-page'}>
      <aside className="tree-side">
        <LayoutPicker
          names={layouts.names}
          chosen={chosen}
          onChoose={layouts.choose}
          onCreate={layouts.create}
          onRemove={layouts.remove}
        />
        {mobile ? (
          <button
            type="button"
            className="icon-button tree-toggle"
            aria-expanded={treeOpen}
            onClick={() => setTreeOpen((was) => !was)}
          >
            <Icon name="tree" size={18} /> {t(treeOpen ? 'tree.hideDevices' : 'tree.showDevices')}
          </button>
        ) : null}
        {treeOpen ? <DeviceTree wraps={wraps} onToggle={toggle} /> : null}
      </aside>
      <section className="tree-main" aria-labelledby="tree-title">
        <header className="tree-head">
          <h1 id="tree-title" dir="auto">
            {chosen}
          </h1>
          <span className="muted num">{t('tree.count', { count: wraps.length, max: MAX_TILES })}</span>
          <span className="top-space" />
          <button type="button" className="icon-button tree-full" disabled={wraps.length === 0} onClick={screen.enter}>
            <Icon name="expand" size={16} /> {t('tree.fullScreen')}
          </button>
        </header>
        {wraps.length === 0 ? (
          <PageState icon="tree" title={t('tree.emptyTitle')} hint={t('tree.emptyHint')} />
        ) : loaded ? (
          <TileWall
            key={chosen}
            place={place}
            screen={screen}
            layout={chosen}
            wraps={wraps}
            onChange={layouts.change}
          />
        ) : (
          <Loading label={t('page.loading')} />
        )}
      </section>
    </div>
  )
}
