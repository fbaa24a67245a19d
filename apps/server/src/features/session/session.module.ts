import { protocolSettings, streamPortOf } from '../../platform/listeners/index.ts'
import { version } from '../../version.ts'
import { defineFeature } from '../define-feature.ts'
import { cookieEndpoints, passwordEndpoints, verificationEndpoints } from './account.routes.ts'
import { openProtocol } from './open-protocol.ts'
import { sessionMessages } from './session.channel.ts'
import { siteEndpoints } from './session.routes.ts'
import { mapScriptOf, mapSettings, siteScriptOf, siteScriptSettings } from './site-settings.ts'

/** Login and logout, the password, and what the login page needs before. */
export const sessionFeature = defineFeature({
  name: 'session',
  needs: ['config', 'settings', 'site', 'session', 'ports', 'listeners', 'utcOffsetS'],
  start({ config, settings, site, session, ports, listeners, utcOffsetS }) {
    const script = settings.open(siteScriptSettings)
    const map = settings.open(mapSettings)
    const protocol = settings.open(protocolSettings)
    return {
      endpoints: [
        ...siteEndpoints({
          protocol: () => openProtocol(ports, listeners(), protocol.value),
          siteScript: (isSafe) => siteScriptOf(script, config, isSafe),
          mapScript: () => mapScriptOf(map),
          chooseServer: config.chooseServer,
        }),
        ...cookieEndpoints(session),
        ...passwordEndpoints(session),
        ...(site.strictPassword ? verificationEndpoints(session) : []),
      ],
      jobs: session.jobs,
      messages: sessionMessages({
        session,
        serverInfo: () => ({
          version,
          maxLicence: config.maxLicence,
          expiresS: 0,
          timeZoneHours: utcOffsetS() / 3600,
          streamPort: streamPortOf(ports),
        }),
      }),
    }
  },
})
