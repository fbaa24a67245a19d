export {
  createUnitStore,
  decideMobile,
  type Preferences,
  PreferencesProvider,
  useClock,
  useDateText,
  useIsMobile,
  useLanguages,
  useLengthUnit,
  usePreferences,
  useSite,
  useTheme,
} from './preferences.tsx'
