import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput, type FieldProps, useSettled } from 'kit'
import { useQuery } from 'kit/graphql'
import { useEffect, useEffectEvent, useRef } from 'react'
import { graphql } from '../generated/gql.ts'
import { slugFault } from './slug.ts'

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

/** The organization's name in addresses; says while one types whether it is free, and if not, what is. */
export function SlugField({ own, isSending, onSuggestion, ...field }: Props) {
  const { t } = useLingui()
  const slug = useSettled(field.value)
  const input = useRef<HTMLInputElement>(null)
  const skip = slug === own || slugFault(slug) !== false
  const { data, refetch } = useQuery(availabilityQuery, { variables: { slug }, skip, fetchPolicy: 'network-only' })
  const known = slug === field.value && slug !== own ? data?.organizationSlug : undefined
  // What takes it may be this very form, while an answer that was asked for before is on its way.
  const { isAvailable, suggestions = [] } = isSending && !known?.isAvailable ? {} : (known ?? {})
  // Somebody may have taken it meanwhile.
  const askAgain = useEffectEvent(() => skip || refetch())
  useEffect(() => {
    if (field.error) void askAgain()
  }, [field.error])
  const take = (suggestion: string) => {
    onSuggestion(suggestion)
    input.current?.focus() // the button goes
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
