export { startTheme, type Theme, type ThemeState } from './theme.ts'
export { themeNames } from './theme-names.ts'
