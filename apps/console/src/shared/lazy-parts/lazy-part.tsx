import { type ComponentType, lazy, useEffect } from 'react'
import { CodeGuard } from './code-guard.tsx'
import { fetchCode } from './fetch-code.ts'

/**
 * A part of a page whose code is loaded when it is first drawn. Code that did not come is fetched again when the server is back and
 * when the part is opened anew. A Suspense above shows what stands there in between.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  // Not state of a component: React draws a part that failed a second time before it believes it, with new state.
  let hasFailed = false
  const made = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return await fetchCode(load)
      } catch (cause) {
        hasFailed = true
        throw cause
      }
    }) as ComponentType<Props>
  let part = made()
  const forgetFailure = (): void => {
    if (!hasFailed) return
    hasFailed = false
    part = made()
  }
  // Looked up when it is drawn: a restart draws another one.
  function Part(props: Props) {
    const Now = part
    return <Now {...props} />
  }
  return function LazyPart(props: Props) {
    useEffect(() => forgetFailure, [])
    return (
      <CodeGuard onRestart={forgetFailure}>
        <Part {...props} />
      </CodeGuard>
    )
  }
}
