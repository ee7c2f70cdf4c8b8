import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput, type FieldProps, useSettled } from 'kit'
import { useQuery } from 'kit/graphql'
import { useEffect, useEffectEvent, useRef } from 'react'
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
  isSending: boolean
  onSuggestion: (slug: string) => void
}

/** Checks while typing whether the slug is free, and suggests others. */
export function SlugField({ own, isSending, onSuggestion, ...field }: Props) {
  const { t } = useLingui()
  const slug = useSettled(field.value)
  const input = useRef<HTMLInputElement>(null)
  const skip = slug === own || checkSlug(slug) !== false
  const { data, refetch } = useQuery(availabilityQuery, { variables: { slug }, skip, fetchPolicy: 'network-only' })
  const known = slug === field.value && slug !== own ? data?.organizationSlug : undefined
  // During submission, this form itself may have taken it.
  const { isAvailable, suggestions = [] } = isSending && !known?.isAvailable ? {} : (known ?? {})
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
        label={t`Address`}
        description={
          <span aria-live="polite">
            {isAvailable === true && !field.error && t`${slug} is free.`}
            {isAvailable === false && t`${slug} is taken.`}
            {(isAvailable === undefined || (isAvailable && field.error)) &&
              t`It appears in links. Lower-case letters, digits and hyphens.`}
          </span>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Group gap="xs" mih={26} component="fieldset" aria-label={t`Free addresses`} aria-live="polite">
        {suggestions.map((suggestion) => (
          <Button key={suggestion} variant="light" size="compact-sm" onClick={() => take(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
