import { useEffect } from 'react'
import { runningScript, watchBuild } from '../platform/build/index.ts'
import { callJson } from '../platform/http/index.ts'
import { useClock } from '../platform/preferences/index.ts'
import { useText } from '../platform/texts/index.ts'
import { notify } from '../ui/index.ts'

/** SHELL-133, SHELL-134: offers a newer build of the console, and leaves it to the user when. */
export function NewBuild() {
  const t = useText()
  const clock = useClock()
  useEffect(() => {
    const running = runningScript(document)
    if (running === null) return
    const found = () =>
      notify.info(t('build.new'), {
        id: 'new-build',
        stays: 'until-closed',
        actions: [{ label: t('build.load'), run: () => window.location.reload() }],
      })
    const watch = watchBuild({ clock, running, ask: askManifest, found })
    // A page whose code is gone from the server fails; the rest of this build will too.
    window.addEventListener('vite:preloadError', watch.look)
    return () => {
      window.removeEventListener('vite:preloadError', watch.look)
      watch.close()
    }
  }, [t, clock])
  return null
}

async function askManifest(): Promise<unknown> {
  const reply = await callJson('GET', '/asset-manifest.json')
  return reply.ok ? reply.value : null
}
