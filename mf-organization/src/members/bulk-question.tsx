import { useLingui } from '@lingui/react/macro'
import { DialogActions, Form, type FormError, SubmitButton, Text, useErrorText, useForm, useStepUp } from 'kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { organizationTexts } from '../organization-texts.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { type Call, sequentially } from './sequentially.ts'

export interface BulkAction<Item> {
  isOffered: boolean
  name: ReactNode
  title: string
  /** Shown above the list of items. */
  content: ReactNode
  isLoss?: boolean
  call: Call<Item>
  done: string
}

export interface QuestionProps<Item> {
  action: BulkAction<Item>
  items: readonly Item[]
  labelOf: (item: Item) => string
  onDone: (id: string) => void
  onClose: (message?: string) => void
}

/** In seconds: a shorter rate limit is waited out silently. */
const MAX_SILENT_WAIT = 10

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A component of its own, so that its code loads on demand. */
export function BulkQuestion<Item extends { id: string }>({
  action,
  items,
  labelOf,
  onDone,
  onClose,
}: QuestionProps<Item>) {
  const { t } = useLingui()
  const errorText = useErrorText(organizationTexts)
  const { freshly, stepUp } = useStepUp()
  const [results, setResults] = useState<ReadonlyMap<string, FormError | null>>(new Map())
  const rest = items.filter(({ id }) => !results.has(id))
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useFirstFocus()
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      const known = new Map(results)
      const options = {
        freshly,
        isWanted: () => isOpen.current,
        onStep: ({ id }: Item, refusal: FormError | null) => {
          known.set(id, refusal)
          setResults(new Map(known))
          if (!refusal) onDone(id)
        },
      }
      let outcome = await sequentially(rest, action.call, options)
      while (outcome.stop?.retryAfter && outcome.stop.retryAfter <= MAX_SILENT_WAIT && isOpen.current) {
        await delay(outcome.stop.retryAfter * 1000)
        outcome = await sequentially(outcome.rest, action.call, options)
      }
      if (isOpen.current && items.every(({ id }) => known.get(id) === null)) onClose(action.done)
      return outcome.stop
    },
  })
  const [dealtWith, all] = [items.length - rest.length, items.length]
  return (
    <>
      <Form form={form}>
        {action.content}
        <ul className="kit-rows kit-results">
          {items.map((item) => {
            const result = results.get(item.id)
            return (
              <li key={item.id}>
                <Text>{labelOf(item)}</Text>
                {result === null && <Text c="dimmed">{t`Done`}</Text>}
                {result && <Text c="red">{errorText(result)}</Text>}
              </li>
            )
          })}
        </ul>
        <Text size="sm" c="dimmed" aria-live="polite">
          {(form.pending || dealtWith > 0) && t`${dealtWith} of ${all}`}
        </Text>
        <DialogActions onCancel={onClose} cancel={form.pending ? t`Stop` : dealtWith > 0 && t`Close`}>
          {rest.length > 0 && <SubmitButton {...(action.isLoss && { color: 'red' })}>{action.name}</SubmitButton>}
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
