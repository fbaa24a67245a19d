import { createContext, use, useEffect } from 'react'

export const SectionContext = createContext<((isChanged: boolean) => void) | null>(null)

/** Reports whether the section that this component stands in has changes that are not saved. */
export function useSectionChanges(isChanged: boolean): void {
  const report = use(SectionContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page gives a new function with each render
  useEffect(() => report?.(isChanged), [isChanged])
}
