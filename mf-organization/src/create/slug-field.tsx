import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput, type FieldProps, useSettled } from 'kit'
import { useQuery } from 'kit/graphql'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { graphql } from '../generated/gql.ts'
import { checkSlug } from './slug.ts'

const availabilityQuery = graphql(`
  query SlugAvailability($slug: String!) {
    organizationSlug(slug: $slug) {
      isAvailable
      suggestions
    }
  }
`)

interface Props extends FieldProps {
  own?: string
  /** Replaces the rule. */
  hint?: ReactNode
  isSending: boolean
  onSuggestion: (slug: string) => void
}

const withPrefix = (input: ReactNode) => (
  <div className="kit-addon">
    <span aria-hidden>/organizations/</span>
    {input}
  </div>
)

/** Checks while typing whether the slug is free, and suggests others. */
export function SlugField({ own, hint, isSending, onSuggestion, ...field }: Props) {
  const { t } = useLingui()
  const slug = useSettled(field.value)
  const input = useRef<HTMLInputElement>(null)
  const skip = slug === own || checkSlug(slug) !== false
  const { data, refetch } = useQuery(availabilityQuery, { variables: { slug }, skip, fetchPolicy: 'network-only' })
  const known = slug === field.value && slug !== own ? data?.organizationSlug : undefined
  // During submission, this form itself may have taken it.
  const { isAvailable, suggestions = [] } = isSending && !known?.isAvailable ? {} : (known ?? {})
  const isUnknown = isAvailable === undefined || (isAvailable && field.error)
  // Someone may have taken it since the last check.
  const askAgain = useEffectEvent(() => skip || refetch())
  useEffect(() => {
    if (field.error) void askAgain()
  }, [field.error])
  const take = (suggestion: string) => {
    onSuggestion(suggestion)
    input.current?.focus() // the clicked button disappears
  }
  return (
    <Stack gap="xs">
      <TextInput
        {...field}
        ref={input}
        label={t`URL`}
        inputContainer={withPrefix}
        description={
          <span aria-live="polite">
            {isAvailable === true && !field.error && t`${slug} is available.`}
            {isAvailable === false && t`${slug} is taken.`}{' '}
            {hint ?? (isUnknown && t`Lowercase letters, digits and hyphens.`)}
          </span>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Group gap="xs" component="fieldset" aria-label={t`Available URLs`} aria-live="polite">
        {suggestions.map((suggestion) => (
          <Button key={suggestion} variant="light" size="compact-sm" onClick={() => take(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
