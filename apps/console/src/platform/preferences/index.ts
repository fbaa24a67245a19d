export {
  createUnitStore,
  decideMobile,
  type Preferences,
  PreferencesProvider,
  useClock,
  useIsMobile,
  useLanguages,
  useLengthUnit,
  usePreferences,
  useSite,
  useTheme,
} from './preferences.tsx'
