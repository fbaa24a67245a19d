import { channelPortOf, streamPortOf } from '../../platform/listeners/index.ts'
import { createShutdown } from '../../platform/shutdown/index.ts'
import { defineFeature } from '../define-feature.ts'
import { controlEndpoints, registrationEndpoints } from './device-admin.routes.ts'
import { createDeviceControl } from './device-control.ts'
import { createDeviceRegistration } from './device-registration.ts'
import { deviceMessages } from './devices.channel.ts'
import { deviceEndpoints } from './devices.routes.ts'
import { createRecordingCoverage } from './recording-coverage.ts'
import { createRowPush } from './row-push.ts'
import { createServerStatus } from './server-status.ts'

/** The device list and its changes, registration, commands to devices, and the status of the server. */
export const devicesFeature = defineFeature({
  name: 'devices',
  needs: [
    'clock',
    'log',
    'metrics',
    'registry',
    'visibility',
    'eventProfiles',
    'fleet',
    'devices',
    'rowWriter',
    'commands',
    'models',
    'deviceCodes',
    'deviceLog',
    'ports',
    'recordings',
    'recordingDisk',
    'retention',
    'streams',
    'viewers',
    'utcOffsetS',
  ],
  start(parts) {
    const { clock, log, metrics, registry, visibility, fleet, devices, rowWriter, commands, models } = parts
    const { deviceCodes, deviceLog, ports, recordings, recordingDisk, retention, streams, viewers, utcOffsetS } = parts
    const running = createShutdown(log)
    const push = createRowPush({
      clock,
      metrics,
      registry,
      fleet,
      visibility,
      writer: rowWriter,
      recordingFault: () => (recordingDisk.state.kind === 'stopped' ? recordingDisk.state.reason : null),
      ports: () => ({ main: channelPortOf(ports), streams: streamPortOf(ports) }),
      eventProfiles: () => parts.eventProfiles.revision,
    })
    running.own('push', push)
    const status = createServerStatus({
      clock,
      fleet,
      commands,
      // The server's traffic is counted where it happens.
      moved: () => ({ written: recordingDisk.writtenBytes, sent: viewers.sentBytes, received: streams.bytesIn }),
      viewers: () => viewers.viewers(),
    })
    running.own('status', status)
    const control = createDeviceControl({ visibility, commands, retention, models })
    const registration = createDeviceRegistration({ registry, codes: deviceCodes, deviceLog })
    const coverage = createRecordingCoverage({ clock, recordings, visibility, utcOffsetS })
    return {
      endpoints: [...registrationEndpoints(registration), ...controlEndpoints(control), ...deviceEndpoints(devices)],
      messages: deviceMessages({ devices, registration, push, control, status, coverage }),
      close: () => running.close(),
    }
  },
})
