import { type Answer, Dialog, useLazyComponent } from 'kit'
import { type ReactNode, useRef } from 'react'

interface Several<Item> {
  title: string
  items: readonly Item[]
  action: ReactNode
  isLoss?: boolean
  call: (item: Item) => Promise<Answer<Record<string, { userErrors: { code: string }[] }>>>
  done: string
}

interface Props<Item> {
  several: Several<Item> | undefined
  keyOf: (item: Item) => string
  labelOf: (item: Item) => string
  /** What stands above the list: what will happen, what can be chosen. */
  children: ReactNode
  /** Over, done in part or not at all. */
  onClose: (done: readonly string[], message: string | undefined) => void
}

export interface QuestionProps<Item> extends Omit<Props<Item>, 'several' | 'onClose'> {
  several: Several<Item>
  onDone: (key: string) => void
  onClose: (message?: string) => void
}

/** Asks before something is done to several rows, does it to one after the other, and says what came of each that was refused. */
export function SeveralDialog<Item>({ several, onClose, ...props }: Props<Item>) {
  const { Component: Question, standIn } = useLazyComponent<QuestionProps<Item>>(
    several !== undefined,
    async () => (await import('./several-question.tsx')).SeveralQuestion,
  )
  const done = useRef<string[]>([])
  const close = (message?: string) => {
    onClose(done.current, message)
    done.current = []
  }
  return (
    <Dialog opened={several !== undefined} title={several?.title ?? ''} onClose={() => close()}>
      {several && Question ? (
        <Question
          {...props}
          several={several}
          onDone={(key) => done.current.push(key)}
          onClose={(message) => close(message)}
        />
      ) : (
        standIn
      )}
    </Dialog>
  )
}
