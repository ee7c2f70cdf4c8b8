import { Button, type Result, Dialog, useLazyComponent } from 'kit'
import { type ReactNode, useState } from 'react'
import { ListHead } from './list-head.tsx'
import type { useSelection } from './use-selection.ts'

interface BulkAction<Item> {
  isOffered: boolean
  button: ReactNode
  title: string
  /** Shown above the list of items. */
  content: ReactNode
  confirm: ReactNode
  isLoss?: boolean
  call: (item: Item) => Promise<Result<Record<string, { userErrors: { code: string }[] }>>>
  done: string
}

interface Props<Item> {
  label: string
  items: readonly Item[]
  labelOf: (item: Item) => string
  selection: ReturnType<typeof useSelection>
  /** In the head of the list, if nothing is selected. */
  count: ReactNode
  filters: ReactNode
  actions: BulkAction<Item>[]
  onChanged: (message: string | undefined) => void
}

export interface QuestionProps<Item> {
  action: BulkAction<Item>
  items: readonly Item[]
  labelOf: (item: Item) => string
  onDone: (id: string) => void
  onClose: (message?: string) => void
}

/** Confirms an action on the selected items, runs it one by one and lists the refusals. */
export function BulkActions<Item extends { id: string }>({
  label,
  items,
  labelOf,
  selection,
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
  const ids = actions.some(({ isOffered }) => isOffered) ? items.map(({ id }) => id) : []
  const ask = (index: number) => setPending({ index, items: items.filter(({ id }) => selection.selected.has(id)) })
  const close = (message?: string) => {
    setPending(undefined)
    onChanged(message)
  }
  return (
    <>
      <ListHead ids={ids} selection={selection} label={label} count={count} filters={filters}>
        {actions.map(
          ({ isOffered, button, title }, index) =>
            isOffered && (
              <Button key={title} variant="default" size="xs" onClick={() => ask(index)}>
                {button}
              </Button>
            ),
        )}
      </ListHead>
      <Dialog opened={pending !== undefined} title={action?.title ?? ''} onClose={() => close()}>
        {action && Question ? (
          <Question
            action={action}
            items={pending.items}
            labelOf={labelOf}
            onDone={(id) => selection.mark([id], false)}
            onClose={close}
          />
        ) : (
          fallback
        )}
      </Dialog>
    </>
  )
}
