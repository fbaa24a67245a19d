import { type ReactNode, useCallback } from 'react'
import { onLinkBack, useChannel, useLinkLost } from '../../engines/channel/index.ts'
import { PageGuard } from '../../ui/page-guard.tsx'

/**
 * Limits a failure to the part below. While the server is away it shows that, and it starts again by itself when the server is back;
 * `onRestart` is called before.
 */
export function CodeGuard(props: {
  readonly children: ReactNode
  readonly resetKey?: string
  readonly onRestart: () => void
}) {
  const channel = useChannel()
  const isAway = useLinkLost()
  const onChance = useCallback((act: () => void) => onLinkBack(channel, act), [channel])
  const { resetKey = '' } = props
  return (
    <PageGuard resetKey={resetKey} isAway={isAway} onChance={onChance} onRestart={props.onRestart}>
      {props.children}
    </PageGuard>
  )
}
