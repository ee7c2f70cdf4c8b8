import { Plural, Trans } from '@lingui/react/macro'
import { Button, Checkbox, Dialog, Group, useLazyComponent, VisuallyHidden } from 'kit'
import { type ReactNode, useState } from 'react'
import type { BulkAction, QuestionProps } from './bulk-question.tsx'
import type { useSelection } from './use-selection.ts'

export interface ListHeadProps {
  selection: ReturnType<typeof useSelection>
  /** Both are shown if nothing is selected. */
  count: ReactNode
  filters: ReactNode
  onChanged: (message: string | undefined) => void
}

interface Props<Item> extends ListHeadProps {
  label: string
  items: readonly Item[]
  labelOf: (item: Item) => string
  actions: BulkAction<Item>[]
}

/** The head of a list. Confirms an action on the selected items, runs it one by one and lists the refusals. */
export function BulkActions<Item extends { id: string }>({
  label,
  items,
  labelOf,
  selection: { selected, mark },
  count,
  filters,
  actions,
  onChanged,
}: Props<Item>) {
  const [pending, setPending] = useState<{ index: number; items: Item[] }>()
  const action = pending && actions[pending.index]
  const { Component: Question, fallback } = useLazyComponent<QuestionProps<Item>>(
    pending !== undefined,
    async () => (await import('./bulk-question.tsx')).BulkQuestion,
  )
  const { size } = selected
  const ids = actions.some(({ isOffered }) => isOffered) ? items.map(({ id }) => id) : []
  const ask = (index: number) => setPending({ index, items: items.filter(({ id }) => selected.has(id)) })
  const close = (message?: string) => {
    setPending(undefined)
    onChanged(message)
  }
  return (
    <>
      <fieldset aria-label={label} className="kit-list-head" data-selected={size > 0 || undefined}>
        {ids.length > 0 && (
          <Checkbox
            label={
              <VisuallyHidden>
                <Trans>Select all</Trans>
              </VisuallyHidden>
            }
            checked={size === ids.length}
            ref={(input) => {
              if (input) input.indeterminate = size > 0 && size < ids.length
            }}
            onChange={({ currentTarget }) => mark(ids, currentTarget.checked)}
          />
        )}
        <span aria-live="polite">{size === 0 ? count : <Selected size={size} areAll={size === ids.length} />}</span>
        {size === 0 ? (
          filters
        ) : (
          <Group gap="xs">
            {actions.map(
              ({ isOffered, name, title }, index) =>
                isOffered && (
                  <Button key={title} variant="default" size="xs" onClick={() => ask(index)}>
                    {name}
                  </Button>
                ),
            )}
          </Group>
        )}
      </fieldset>
      <Dialog opened={pending !== undefined} title={action?.title ?? ''} onClose={() => close()}>
        {action && Question ? (
          <Question
            action={action}
            items={pending.items}
            labelOf={labelOf}
            onDone={(id) => mark([id], false)}
            onClose={close}
          />
        ) : (
          fallback
        )}
      </Dialog>
    </>
  )
}

const Selected = ({ size, areAll }: { size: number; areAll: boolean }) =>
  areAll ? (
    <Plural value={size} one="# on this page is selected" other="# on this page are selected" />
  ) : (
    <Plural value={size} one="# selected" other="# selected" />
  )
