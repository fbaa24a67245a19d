import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChannelProvider } from '../engines/channel/index.ts'
import { EventsProvider } from '../engines/events/index.ts'
import { FleetProvider } from '../engines/fleet/index.ts'
import { LoginProvider } from '../features/session/index.ts'
import { PreferencesProvider } from '../platform/preferences/index.ts'
import type { Services } from './services.ts'

export function Providers({ services, children }: { readonly services: Services; readonly children: ReactNode }) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  )
  return (
    <PreferencesProvider value={services.preferences}>
      <QueryClientProvider client={queries}>
        <ChannelProvider channel={services.channel}>
          <FleetProvider fleet={services.fleet}>
            <EventsProvider events={services.events}>
              <LoginProvider login={services.login}>{children}</LoginProvider>
            </EventsProvider>
          </FleetProvider>
        </ChannelProvider>
      </QueryClientProvider>
    </PreferencesProvider>
  )
}
