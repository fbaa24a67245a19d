export { RANDOM_PANE_COLUMNS, RANDOM_PANES, type RandomCount, randomFullScreen } from './random-live.rules.ts'
