import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type Channel, ChannelProvider, onLinkBack } from '../engines/channel/index.ts'
import { EventsProvider } from '../engines/events/index.ts'
import { FleetProvider } from '../engines/fleet/index.ts'
import { LoginProvider } from '../features/session/index.ts'
import { CallRefused, CallUnanswered, mayAskAgain } from '../platform/http/index.ts'
import { PreferencesProvider } from '../platform/preferences/index.ts'
import type { Services } from './services.ts'

export function Providers({ services, children }: { readonly services: Services; readonly children: ReactNode }) {
  const [queries] = useState(() => createQueries(services.preferences.log))
  useEffect(() => askAgainWhenBack(queries, services.channel), [queries, services.channel])
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

/** Queries that failed while the server was away run again as soon as it is back, so that the user need not reload the page. */
function askAgainWhenBack(queries: QueryClient, channel: Channel): () => void {
  return onLinkBack(channel, () => {
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => unansweredBefore(state.error) })
  })
}

function unansweredBefore(error: Error | null): boolean {
  return error !== null && !(error instanceof CallRefused && error.status !== 401)
}

// At the end of the click that began a write, not a task later: its button is off before it can be clicked again.
notifyManager.setScheduler(queueMicrotask)

declare module '@tanstack/react-query' {
  interface Register {
    /** `saysItself`: the place that writes shows the reason of a failure, so no general notice is shown. */
    readonly mutationMeta: { readonly saysItself?: true }
    readonly queryMeta: { readonly saysItself?: true }
  }
}

/**
 * ERR0-02, ERR0-04: a refusal of the server is shown to the user, a failed connection is only logged. It holds for every query and
 * for every mutation that does not show the reason itself.
 */
function createQueries(log: (text: string) => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof CallRefused) void showRefusal(error.message)
    else if (error instanceof CallUnanswered) log(`${error.call}: ${error.message}`)
    else log(`a call to the server failed: ${error.message}`)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.saysItself) onError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.saysItself) onError(error)
      },
    }),
    defaultOptions: { queries: { retry: mayAskAgain, refetchOnWindowFocus: false } },
  })
}

/** Fetched when it is needed: the login page shows no notices and is to be small. */
async function showRefusal(refusal: string): Promise<void> {
  const { notify } = await import('../ui/index.ts')
  notify.error(refusal, { id: `refused: ${refusal}` })
}
