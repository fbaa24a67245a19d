import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../icon.tsx'
import { useLeaveQuestion } from '../leave-question.tsx'
import { SectionContext } from './section-changes.ts'
import styles from './sections-page.module.css'

export interface Section {
  readonly id: string
  readonly title: string
  /** What else the search finds it by: the labels of its fields. */
  readonly words?: string
  readonly content: ReactNode
}

/**
 * A page of many forms: a list of sections with a search, and beside it the section that is open; on a phone it covers the list. A section
 * is drawn when it is opened first and then stays, so that what was typed is there after a look at another one. A section with changes
 * (`useSectionChanges`) is marked, and leaving the page needs a confirmation.
 */
export function SectionsPage(props: {
  readonly title: string
  readonly sections: readonly Section[]
  /** Null: the first one, and on a phone the list alone. */
  readonly openId: string | null
  readonly onOpen: (id: string | null) => void
}) {
  const t = useText()
  const id = useId()
  const isMobile = useIsMobile()
  const { title, sections, onOpen } = props
  const openId = props.openId ?? (isMobile ? null : (sections[0]?.id ?? null))
  const [words, setWords] = useState('')
  const { changed, report } = useChangedSections()
  const { question } = useLeaveQuestion(changed.size > 0, namesOf(sections, changed))
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  if (openId !== null && !drawn.has(openId)) setDrawn(new Set(drawn).add(openId))
  const found = sections.filter((section) => isFound(section, words))
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id} data-open={openId === null ? undefined : ''}>
      <div className={styles.list}>
        <h1 id={id}>{title}</h1>
        <input
          type="search"
          className="form-control"
          aria-label={t('sections.search')}
          placeholder={t('sections.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {found.length === 0 ? <p className="muted">{t('table.none')}</p> : null}
        <TabList sections={found} openId={openId} changed={changed} onOpen={onOpen} />
      </div>
      {sections.map((section) =>
        drawn.has(section.id) ? (
          <SectionContext key={section.id} value={(isChanged) => report(section.id, isChanged)}>
            <Panel section={section} isOpen={section.id === openId} onBack={() => onOpen(null)} />
          </SectionContext>
        ) : null,
      )}
      {question}
    </section>
  )
}

function Panel(props: { readonly section: Section; readonly isOpen: boolean; readonly onBack: () => void }) {
  const t = useText()
  const { section, isOpen, onBack } = props
  return (
    <div
      role="tabpanel"
      className={styles.panel}
      id={panelId(section.id)}
      aria-labelledby={tabId(section.id)}
      hidden={!isOpen}
    >
      <header className={styles.head}>
        <button type="button" className={`icon-button ${styles.back}`} aria-label={t('sections.back')} onClick={onBack}>
          <Icon name="previous" />
        </button>
        <h2>{section.title}</h2>
      </header>
      <div className={styles.content}>{section.content}</div>
    </div>
  )
}

/** Tabs from top to bottom: up, down, Home and End move, Enter, Space and a click open. */
function TabList(props: {
  readonly sections: readonly Section[]
  readonly openId: string | null
  readonly changed: ReadonlySet<string>
  readonly onOpen: (id: string) => void
}) {
  const t = useText()
  const { sections, openId, changed, onOpen } = props
  const list = useRef<HTMLDivElement>(null)
  const stop = sections.some(({ id }) => id === openId) ? openId : sections[0]?.id
  useEffect(() => {
    // Where the sheet covered the list, the focus returns to it with the tab that was open.
    if (openId === null && document.activeElement === document.body) list.current?.querySelector('button')?.focus()
  }, [openId])
  const move = (event: KeyboardEvent): void => {
    const tabs = [...(list.current?.querySelectorAll('button') ?? [])]
    const here = tabs.indexOf(event.target as HTMLButtonElement)
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const goal = goals[event.key]
    if (goal === undefined || here === -1) return
    event.preventDefault()
    tabs[goal]?.focus()
  }
  return (
    <div
      role="tablist"
      tabIndex={-1}
      className={styles.tabs}
      aria-orientation="vertical"
      aria-label={t('sections.list')}
      ref={list}
      onKeyDown={move}
    >
      {sections.map(({ id, title }) => (
        <button
          type="button"
          key={id}
          role="tab"
          id={tabId(id)}
          className={styles.tab}
          aria-selected={id === openId}
          aria-controls={id === openId ? panelId(id) : undefined}
          tabIndex={id === stop ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          <span>{title}</span>
          {changed.has(id) ? (
            <span className={styles.changed} role="img" aria-label={t('form.unsaved')} title={t('form.unsaved')} />
          ) : null}
        </button>
      ))}
    </div>
  )
}

function useChangedSections() {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const report = (id: string, isChanged: boolean): void =>
    setChanged((before) => {
      if (before.has(id) === isChanged) return before
      const after = new Set(before)
      if (isChanged) after.add(id)
      else after.delete(id)
      return after
    })
  return { changed, report }
}

function namesOf(sections: readonly Section[], ids: ReadonlySet<string>): string {
  return sections
    .filter(({ id }) => ids.has(id))
    .map(({ title }) => title)
    .join(', ')
}

function isFound({ title, words = '' }: Section, typed: string): boolean {
  return `${title} ${words}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
}

const tabId = (id: string): string => `tab-${id}`
const panelId = (id: string): string => `panel-${id}`
