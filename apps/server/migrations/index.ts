import type { Migration } from '../src/platform/database/index.ts'
import { sessionAccounts } from './0001-session-accounts.ts'
import { devices } from './0002-devices.ts'
import { tracksPoints } from './0003-tracks-points.ts'
import { gatewayCodes } from './0005-gateway-codes.ts'
import { sessionIdentity } from './0006-session-identity.ts'
import { devicesRecord } from './0007-devices-record.ts'
import { footage } from './0011-footage.ts'
import { tracksSums } from './0012-tracks-sums.ts'
import { fencesRoutes } from './0013-fences-routes.ts'
import { deviceEditors } from './0014-device-editors.ts'
import { footageWay } from './0015-footage-way.ts'
import { codeAddresses } from './0017-code-addresses.ts'
import { trafficBatches } from './0018-traffic-batches.ts'
import { deviceGroups } from './0019-device-groups.ts'
import { scheduledJobs } from './0020-scheduled-jobs.ts'
import { settings } from './0021-settings.ts'
import { usersProfile } from './0024-users-profile.ts'
import { deviceModel } from './0025-device-model.ts'
import { translations } from './0027-translations.ts'
import { sessionList } from './0035-session-list.ts'
import { apiTokens } from './0036-api-tokens.ts'
import { secondFactors } from './0037-second-factors.ts'
import { secondFactorGuesses } from './0039-second-factor-guesses.ts'
import { eventMedia } from './0046-event-media.ts'
import { eventQueries } from './0047-event-queries.ts'
import { eventReports } from './0058-event-reports.ts'
import { firmware } from './0078-firmware.ts'
import { events } from './events/0008-events.ts'
import { eventsLate } from './events/0016-events-late.ts'
import { eventProfiles } from './events/0045-event-profiles.ts'
import { eventPlans } from './events/0050-event-plans.ts'
import { eventDeliveries } from './events/0051-event-deliveries.ts'
import { eventFetches } from './events/0054-event-fetches.ts'
import { eventUploads } from './events/0055-event-uploads.ts'
import { eventOrders } from './events/0072-event-orders.ts'
import { eventFetchTurns } from './events/0085-event-fetch-turns.ts'
import { eventChangesIndex } from './events/0109-event-changes-index.ts'
import { eventBegins } from './events/0111-event-begins.ts'
import { evidence } from './evidence/0062-evidence.ts'
import { evidenceShares } from './evidence/0095-evidence-shares.ts'
import { talks } from './logs/0010-talks.ts'
import { auditLog } from './logs/0023-audit-log.ts'
import { streamLog } from './logs/0074-stream-log.ts'
import { auditAddress } from './logs/0075-audit-address.ts'
import { logIndexes } from './logs/0110-log-indexes.ts'
import { trackPartitions } from './partitions/0114-track-partitions.ts'
import { auditPartitions } from './partitions/0115-audit-partitions.ts'
import { recordings } from './recordings/0004-recordings.ts'
import { recordingLocks } from './recordings/0009-recording-locks.ts'
import { recordingSlots } from './recordings/0040-recording-slots.ts'
import { recordingsMinutes } from './recordings/0064-recordings-minutes.ts'
import { localCopies } from './recordings/0112-local-copies.ts'
import { bucketSite } from './recordings/0120-bucket-site.ts'
import { tracksIdle } from './tracks/0063-tracks-idle.ts'
import { performanceRecords } from './upkeep/0087-performance-records.ts'
import { firmwareUpdates } from './upkeep/0096-firmware-updates.ts'
import { firmwareRollouts } from './upkeep/0097-firmware-rollouts.ts'
import { autoUploads } from './upkeep/0100-auto-uploads.ts'
import { faces } from './upkeep/0103-faces.ts'
import { alarmFiles } from './upkeep/0108-alarm-files.ts'

/** Every step of the schema in order; the version of a schema is the place of its last step. Steps are only ever added at the end. */
export const migrations: readonly Migration[] = [
  sessionAccounts,
  devices,
  tracksPoints,
  recordings,
  gatewayCodes,
  sessionIdentity,
  devicesRecord,
  events,
  recordingLocks,
  talks,
  footage,
  tracksSums,
  fencesRoutes,
  deviceEditors,
  footageWay,
  eventsLate,
  codeAddresses,
  trafficBatches,
  deviceGroups,
  scheduledJobs,
  settings,
  auditLog,
  usersProfile,
  deviceModel,
  translations,
  sessionList,
  apiTokens,
  secondFactors,
  secondFactorGuesses,
  recordingSlots,
  eventProfiles,
  eventMedia,
  eventQueries,
  eventPlans,
  eventDeliveries,
  eventFetches,
  eventUploads,
  eventReports,
  evidence,
  tracksIdle,
  recordingsMinutes,
  eventOrders,
  streamLog,
  auditAddress,
  firmware,
  eventFetchTurns,
  performanceRecords,
  evidenceShares,
  firmwareUpdates,
  firmwareRollouts,
  autoUploads,
  faces,
  alarmFiles,
  eventChangesIndex,
  logIndexes,
  eventBegins,
  localCopies,
  trackPartitions,
  auditPartitions,
  bucketSite,
]
