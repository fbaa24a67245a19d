// Every page of the console, built or not, in the order of the navigation. A page is on screen when the console has it
// built; until then its address is an unknown one and it has no entry.
import { type AccessFlag, type Requirement, type RequirementName, requirements } from '../access/index.ts'
import type { ConsolePage } from './console-page.ts'

const flag = (name: AccessFlag): readonly Requirement[] => [{ anyOf: [name] }]
const right = (name: RequirementName): readonly Requirement[] => [requirements[name]]
/** For what has no name of its own. */
const administrator: readonly Requirement[] = [{ permissionBelow: 1 }]
const belowTwo: readonly Requirement[] = [{ permissionBelow: 2 }]
/** Who may lock recordings. */
const lockers: readonly Requirement[] = [{ permissionBelow: 2, anyOf: ['P_lopb', 'P_gppb'] }]
const anyAccount: readonly Requirement[] = ['login']

/** Found by the administrator only, though any account may open them (RIGHT-065). */
const informationLog = { access: anyAccount, menu: 'information', listedFor: requirements.informationLogs } as const
/** RIGHT-067, RIGHT-118. */
const advanced = { menu: 'settings', switchedOffBy: ['disableAdvanced', 'disableExtraAdmin'] } as const

/** The table of pages (SHELL-024 … 071, SHELL-079 … 092). */
export const consolePages = [
  { path: '/login', titleKey: 'login.title', access: 'anyone' },
  {
    path: '/',
    titleKey: 'map.title',
    labelKey: 'nav.map',
    access: flag('F_gps'),
    switchedOffBy: ['disableMap'],
    menu: 'bar',
    redirectsTo: '/idle',
    phonesGoTo: '/blockview',
  },
  {
    path: '/blockview',
    titleKey: 'dashboard.title',
    labelKey: 'nav.dashboard',
    mobileTitleKey: 'dashboard.mobileTitle',
    access: flag('P_dash'),
    menu: 'bar',
    redirectsTo: '/idle',
    saysWhy: true,
  },
  {
    path: '/treeview',
    titleKey: 'page.treeView',
    access: flag('P_tree'),
    menu: 'bar',
    saysWhy: 'always',
  },
  {
    path: '/liveview/:deviceid?',
    titleKey: 'nav.live',
    access: flag('P_live'),
    menu: 'bar',
    saysWhy: true,
  },
  {
    path: '/rendomliveview',
    titleKey: 'page.randomLive',
    access: [...right('randomLive'), ...flag('P_live')],
    saysWhy: true,
  },
  {
    // P_gppb depends on F_gps alone (RIGHT-081, RIGHT-083).
    path: '/gpsplayback',
    titleKey: 'page.gpsPlayback',
    access: [...flag('P_gppb'), ...flag('F_gps')],
    menu: 'bar',
    saysWhy: true,
  },
  {
    path: '/splayback/:deviceid?',
    titleKey: 'nav.playback',
    access: flag('P_lopb'),
    menu: 'bar',
    saysWhy: true,
  },
  {
    path: '/remoteplayback/:deviceid?',
    titleKey: 'page.remotePlayback',
    access: flag('P_repb'),
    menu: 'bar',
    saysWhy: true,
  },
  {
    path: '/devicesetup',
    titleKey: 'page.deviceSetup',
    access: [{ permissionBelow: 2, anyOf: ['F_rmdvrs'] }],
    menu: 'bar',
  },
  {
    path: '/talklog',
    titleKey: 'page.talkLog',
    access: [{ permissionBelow: 3 }],
    listedFor: { anyOf: ['F_talk'] },
    // Beside the other logs: the bar is full at 800 px.
    menu: 'information',
  },
  {
    path: '/todayevents',
    titleKey: 'page.todayEvents',
    access: flag('F_event'),
    menu: 'events',
  },
  {
    path: '/queryeventex',
    titleKey: 'page.queryEvents',
    access: flag('F_event'),
    menu: 'events',
  },
  {
    path: '/autoupload',
    titleKey: 'page.autoUpload',
    access: flag('F_event'),
    menu: 'events',
  },
  {
    path: '/setting',
    titleKey: 'page.setting',
    access: administrator,
    listedFor: 'systemSetting',
    switchedOffBy: ['disableExtraAdmin'],
    atServerOnly: true,
    menu: 'settings',
  },
  { path: '/usersetting', titleKey: 'page.userSetting', access: right('userSettings'), menu: 'settings' },
  { path: '/groupsetting', titleKey: 'page.groupSetting', access: right('groupSettings'), menu: 'settings' },
  { path: '/groupsummary', titleKey: 'page.groupSummary', access: right('groupSummary'), menu: 'settings' },
  { path: '/permission', titleKey: 'page.permissions', access: right('permissionSettings'), menu: 'settings' },
  { path: '/regdevices', titleKey: 'page.regDevices', access: right('localDeviceSettings'), menu: 'settings' },
  { path: '/devicefirmwareupdate', titleKey: 'page.firmware', access: right('firmware'), menu: 'settings' },
  { path: '/driversetting', titleKey: 'page.drivers', access: belowTwo, atServerOnly: true, menu: 'settings' },
  { ...advanced, path: '/facerecognitionsetting', titleKey: 'page.faces', access: right('advancedSettings') },
  {
    ...advanced,
    path: '/eventdefinesetting',
    titleKey: 'page.eventProfiles',
    access: right('advancedSettings'),
    atServerOnly: true,
  },
  {
    // Open to permission 1 too, but switched off with the advanced settings (RIGHT-067).
    path: '/eventdownloadplansetting',
    titleKey: 'page.downloadPlans',
    access: belowTwo,
    switchedOffBy: ['disableAdvanced'],
    atServerOnly: true,
    menu: 'settings',
  },
  {
    ...advanced,
    path: '/pusheventplansetting',
    titleKey: 'page.pushPlans',
    access: right('advancedSettings'),
    atServerOnly: true,
  },
  {
    ...advanced,
    path: '/realtimeeventplansetting',
    titleKey: 'page.realtimePlans',
    access: right('advancedSettings'),
    atServerOnly: true,
  },
  { ...advanced, path: '/eventreportsetting', titleKey: 'page.eventReports', access: right('advancedSettings') },
  {
    path: '/routeplanning',
    titleKey: 'page.routePlanning',
    access: right('routePlanning'),
    atServerOnly: true,
    menu: 'settings',
  },
  { path: '/fence', titleKey: 'page.fence', access: right('fences'), atServerOnly: true, menu: 'settings' },
  { path: '/i18neditor', titleKey: 'page.translations', access: right('translationEditor'), menu: 'settings' },
  {
    path: '/mileage',
    titleKey: 'page.mileage',
    access: flag('F_event'),
    atServerOnly: true,
    menu: 'reports',
  },
  { path: '/devicenetflow', titleKey: 'page.netflow', access: anyAccount, menu: 'reports' },
  { path: '/reportfilelist', titleKey: 'page.reportFiles', access: right('reportFiles'), menu: 'reports' },
  { path: '/evidence', titleKey: 'page.evidence', access: lockers, menu: 'reports' },
  { path: '/fleetoverview', titleKey: 'page.fleetOverview', access: flag('F_event'), menu: 'reports' },
  { ...informationLog, path: '/uslog', titleKey: 'page.streamLog' },
  { ...informationLog, path: '/accesslog', titleKey: 'page.accessLog' },
  // Installers beside the vehicle are not administrators: it is listed for all.
  { path: '/fleethealth', titleKey: 'page.fleetHealth', access: anyAccount, menu: 'information' },
  { ...informationLog, path: '/diskinfo', titleKey: 'page.diskInfo' },
  { ...informationLog, path: '/deviceusage', titleKey: 'page.deviceUsage' },
  // The title is what was asked for, though it is the list of the devices (DEVINFO-03).
  { ...informationLog, path: '/devicemodelinfo', titleKey: 'deviceInfo.title', labelKey: 'page.deviceInfo' },
  { ...informationLog, path: '/performanceinfo', titleKey: 'page.performance' },
  { path: '/videotest', titleKey: 'page.videoTest', access: administrator },
  { path: '/audiotest', titleKey: 'page.audioTest', access: administrator },
  // One entry for each page that the site has configured, under the title it gave.
  // Opened by the buttons PDF, for who pressed them.
  { path: '/pdf/:id', titleKey: 'pdfFiles.frame', access: anyAccount },
  { path: '/iframe/:index', titleKey: 'page.embedded', access: anyAccount },
  { path: '/idle', titleKey: 'page.idle', access: anyAccount },
] as const satisfies readonly ConsolePage[]

/** The address pattern of a page of the table. */
export type PagePath = (typeof consolePages)[number]['path']
