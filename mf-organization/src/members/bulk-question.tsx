import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Form, type FormError, Group, SubmitButton, Text, useErrorText, useForm, useStepUp } from 'kit'
import { useEffect, useRef, useState } from 'react'
import { organizationTexts } from '../organization-texts.ts'
import { sequentially } from './sequentially.ts'
import type { QuestionProps } from './bulk-dialog.tsx'

/** In seconds: a shorter rate limit is waited out silently. */
const MAX_SILENT_WAIT = 10

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A component of its own, so that its code loads on demand. */
export function BulkQuestion<Item>({ bulkAction, keyOf, labelOf, children, onDone, onClose }: QuestionProps<Item>) {
  const { t } = useLingui()
  const { items, action, isLoss } = bulkAction
  const errorText = useErrorText(organizationTexts)
  const { freshly, stepUp } = useStepUp()
  const [results, setResults] = useState<ReadonlyMap<string, FormError | null>>(new Map())
  const rest = items.filter((item) => !results.has(keyOf(item)))
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const form = useForm({
    initial: {},
    texts: organizationTexts,
    submit: async () => {
      const known = new Map(results)
      const options = {
        freshly,
        isWanted: () => isOpen.current,
        onStep: (item: Item, refusal: FormError | null) => {
          known.set(keyOf(item), refusal)
          setResults(new Map(known))
          if (!refusal) onDone(keyOf(item))
        },
      }
      let { rest: left, stop } = await sequentially(rest, bulkAction.call, options)
      while (stop?.retryAfter && stop.retryAfter <= MAX_SILENT_WAIT && isOpen.current) {
        await delay(stop.retryAfter * 1000)
        ;({ rest: left, stop } = await sequentially(left, bulkAction.call, options))
      }
      if (isOpen.current && items.every((item) => known.get(keyOf(item)) === null)) onClose(bulkAction.done)
      return stop
    },
  })
  const [dealtWith, all] = [items.length - rest.length, items.length]
  return (
    <>
      <Form form={form}>
        {children}
        <ul className="kit-rows kit-results">
          {items.map((item) => {
            const result = results.get(keyOf(item))
            return (
              <li key={keyOf(item)}>
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
        <Group>
          {rest.length > 0 && <SubmitButton {...(isLoss && { color: 'red' })}>{action}</SubmitButton>}
          <Button variant="default" onClick={() => onClose()}>
            {form.pending ? <Trans>Stop</Trans> : dealtWith > 0 ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </Group>
      </Form>
      {stepUp}
    </>
  )
}
