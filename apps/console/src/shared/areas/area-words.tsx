import { TITLE_MAX } from '@fleetglass/contract/fences'
import { SelectInput, TextInput } from '../../ui/form/index.ts'
import type { AreaDraft } from './use-area-draft.ts'

/** FENCE-19, ROUTE-17. */
export function withoutQuotes(text: string): string {
  return text.replaceAll("'", '')
}

/** Whether an area is watched, and what it is called. Both are there, and empty, while no area is open. */
export function AreaWords(props: {
  readonly draft: AreaDraft | null
  readonly texts: Readonly<Record<'state' | 'enable' | 'disable' | 'title', string>>
  /** What is wrong with the title; null for nothing. */
  readonly fault: string | null
  readonly onChange: (part: { readonly enable: 0 | 1 } | { readonly title: string }) => void
}) {
  const { draft, texts, fault, onChange } = props
  return (
    <>
      <SelectInput
        label={texts.state}
        fault={null}
        value={draft?.enable ?? 0}
        choices={[
          [1, texts.enable],
          [0, texts.disable],
        ]}
        onChange={(enable) => onChange({ enable })}
      />
      <TextInput
        label={texts.title}
        fault={fault}
        value={draft?.title ?? ''}
        max={TITLE_MAX}
        onChange={(title) => onChange({ title: withoutQuotes(title) })}
      />
    </>
  )
}

/** One entry a slot, by number and title. */
export function SlotOptions(props: {
  readonly count: number
  readonly areas: readonly { readonly index: number; readonly title: string }[]
  readonly valueOf: (index: number) => string
  readonly nameOf: (number: number, title: string) => string
}) {
  const titles = new Map(props.areas.map(({ index, title }) => [index, title]))
  return Array.from({ length: props.count }, (_, index) => {
    const title = titles.get(index) ?? ''
    const number = index + 1
    return (
      <option key={number} value={props.valueOf(index)}>
        {title === '' ? number : props.nameOf(number, title)}
      </option>
    )
  })
}
