export {
  createUnitStore,
  decideMobile,
  type Preferences,
  PreferencesProvider,
  useClock,
  useIsMobile,
  useLengthUnit,
  usePreferences,
  useSite,
  useTheme,
} from './preferences.tsx'
