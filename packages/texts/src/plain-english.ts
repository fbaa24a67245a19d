/**
 * Clearer English for texts whose standard wording the requirements fix (FENCE-05, FENCE-06, FENCE-24, ROUTE-29, LIVE-13, LIVE-16, STAND-17,
 * EVTS-11, MAP-01, MAP-39, DASH-89, FOOT-13, FOOT-19, RDEV-089, USR-28, USR-29, USR-38, USR-39). They replace it where the site sets `plainWords`. The other languages are not
 * fixed and always have the clearer text.
 */
export const plainEnglish = {
  'fence.choose': 'Choose a fence',
  'fence.radius': 'Radius (m)',
  'fence.triggerIn': 'On entering',
  'fence.triggerOut': 'On leaving',
  'fence.enable': 'Active',
  'fence.disable': 'Off',
  'fence.save': 'Save',
  'fence.saved': 'Fence saved',
  'route.enable': 'Active',
  'route.disable': 'Off',
  'route.save': 'Save',
  'route.saved': 'Route saved',
  'setting.success': 'Settings saved',
  'live.unknownDevice': 'This vehicle is not connected',
  'live.overMax': 'At most {{count}} pictures at once',
  'standAlone.failParam': 'This link cannot be opened',
  'event.recovered': 'Back to normal',
  'map.title': 'Map',
  'map.liveview': 'Live view',
  'list.live': 'Live view',
  'list.playback': 'Playback',
  'filter.overSpeed': 'Overspeed',
  'filter.unrecording': 'Not recording',
  'users.incorrect': 'The passwords differ',
  'users.deleteQuestion': 'Delete the user {{name}}?',
  'users.activateQuestion': 'Activate {{name}}?',
  'users.full': 'There are {{most}} users already, which is the maximum',
} as const
