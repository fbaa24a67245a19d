export { startTheme, type Theme, type ThemeState } from './theme.ts'
export { type ThemeName, themeNames, themeTone } from './theme-names.ts'
