import { version } from '../../version.ts'
import { defineFeature } from '../define-feature.ts'
import { cookieEndpoints, passwordEndpoints, verificationEndpoints } from './account.routes.ts'
import { sessionMessages } from './session.channel.ts'
import { siteEndpoints } from './session.routes.ts'

/** Login and logout, the password, and what the login page needs before. */
export const sessionFeature = defineFeature({
  name: 'session',
  needs: ['config', 'site', 'session', 'ports', 'utcOffsetS'],
  start({ config, site, session, ports, utcOffsetS }) {
    return {
      endpoints: [
        ...siteEndpoints({
          protocol: () => ({ appcommand: ports.main, streamings: [ports.streams] }),
          site: { mapCenter: config.mapCenter, ...config.site },
          chooseServer: config.chooseServer,
        }),
        ...cookieEndpoints(session),
        ...passwordEndpoints(session),
        ...(site.strictPassword ? verificationEndpoints(session) : []),
      ],
      messages: sessionMessages({
        session,
        serverInfo: () => ({
          version,
          maxLicence: config.maxLicence,
          expiresS: 0,
          timeZoneHours: utcOffsetS() / 3600,
          streamPort: ports.streams,
        }),
      }),
    }
  },
})
