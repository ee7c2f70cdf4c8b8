import { type Result, Dialog, useLazyComponent } from 'kit'
import { type ReactNode, useRef } from 'react'

interface BulkAction<Item> {
  title: string
  items: readonly Item[]
  action: ReactNode
  isLoss?: boolean
  call: (item: Item) => Promise<Result<Record<string, { userErrors: { code: string }[] }>>>
  done: string
}

interface Props<Item> {
  bulkAction: BulkAction<Item> | undefined
  keyOf: (item: Item) => string
  labelOf: (item: Item) => string
  /** Shown above the list. */
  children: ReactNode
  /** `done` has the keys that succeeded. */
  onClose: (done: readonly string[], message: string | undefined) => void
}

export interface QuestionProps<Item> extends Omit<Props<Item>, 'bulkAction' | 'onClose'> {
  bulkAction: BulkAction<Item>
  onDone: (key: string) => void
  onClose: (message?: string) => void
}

/** Confirms a bulk action, runs it row by row and lists the refusals. */
export function BulkDialog<Item>({ bulkAction, onClose, ...props }: Props<Item>) {
  const { Component: Question, fallback } = useLazyComponent<QuestionProps<Item>>(
    bulkAction !== undefined,
    async () => (await import('./bulk-question.tsx')).BulkQuestion,
  )
  const done = useRef<string[]>([])
  const close = (message?: string) => {
    onClose(done.current, message)
    done.current = []
  }
  return (
    <Dialog opened={bulkAction !== undefined} title={bulkAction?.title ?? ''} onClose={() => close()}>
      {bulkAction && Question ? (
        <Question
          {...props}
          bulkAction={bulkAction}
          onDone={(key) => done.current.push(key)}
          onClose={(message) => close(message)}
        />
      ) : (
        fallback
      )}
    </Dialog>
  )
}
