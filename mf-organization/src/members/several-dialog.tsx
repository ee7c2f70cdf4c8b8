import { Trans, useLingui } from '@lingui/react/macro'
import {
  type Answer,
  Button,
  Dialog,
  Form,
  type FormError,
  Group,
  SubmitButton,
  Text,
  useErrorText,
  useForm,
  useStepUp,
} from 'kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { organizationTexts } from '../organization-texts.ts'
import { inTurn } from './in-turn.ts'

/** Seconds that are waited for without a word where the server wants a pause. */
const SHORT_WAIT = 10

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Several<Item> {
  title: string
  items: readonly Item[]
  /** The button that does it. */
  action: ReactNode
  isLoss?: boolean
  call: (item: Item) => Promise<Answer<Record<string, { userErrors: { code: string }[] }>>>
  /** What is said when all of it is done. */
  done: string
}

interface Props<Item> {
  /** What it asks about; without anything it is closed. */
  several: Several<Item> | undefined
  /** Tells them apart and names them. */
  keyOf: (item: Item) => string
  labelOf: (item: Item) => string
  /** What stands above the list: what will happen, what can be chosen. */
  children: ReactNode
  /** Over, done in part or not at all. */
  onClose: (done: readonly string[], message: string | undefined) => void
}

/** Asks before something is done to several rows, does it to one after the other, and says what came of each that was refused. */
export function SeveralDialog<Item>({ several, onClose, ...props }: Props<Item>) {
  const done = useRef<string[]>([])
  const close = (message?: string) => {
    onClose(done.current, message)
    done.current = []
  }
  return (
    <Dialog opened={several !== undefined} title={several?.title ?? ''} onClose={() => close()}>
      {several && (
        <Question
          {...props}
          several={several}
          onDone={(key) => done.current.push(key)}
          onClose={(message) => close(message)}
        />
      )}
    </Dialog>
  )
}

interface QuestionProps<Item> extends Omit<Props<Item>, 'several' | 'onClose'> {
  several: Several<Item>
  onDone: (key: string) => void
  onClose: (message?: string) => void
}

function Question<Item>({ several, keyOf, labelOf, children, onDone, onClose }: QuestionProps<Item>) {
  const { t } = useLingui()
  const { items, action, isLoss } = several
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
      let { rest: left, stop } = await inTurn(rest, several.call, options)
      while (stop?.retryAfter && stop.retryAfter <= SHORT_WAIT && isOpen.current) {
        await delay(stop.retryAfter * 1000)
        ;({ rest: left, stop } = await inTurn(left, several.call, options))
      }
      if (isOpen.current && items.every((item) => known.get(keyOf(item)) === null)) onClose(several.done)
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
