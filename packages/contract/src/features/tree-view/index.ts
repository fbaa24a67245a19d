export {
  DEFAULT_LAYOUT,
  hasSpace,
  LAYOUT_NAME_MAX,
  MAX_LAYOUTS,
  MAX_TILES,
  type TileLimits,
  tileColumns,
  tileLimits,
  type Wrap,
  wrapSchema,
} from './tree-view.rules.ts'
