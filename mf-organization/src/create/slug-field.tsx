import { useLingui } from '@lingui/react/macro'
import { TextInput, type FieldProps, useSettled } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { slugFault } from './slug.ts'

const availableQuery = graphql(`
  query SlugAvailable($slug: String!) {
    isOrganizationSlugAvailable(slug: $slug)
  }
`)

/** The organization's name in addresses; says while one types whether it is free. `own` is the slug that it has now. */
export function SlugField({ own, ...field }: FieldProps & { own?: string }) {
  const { t } = useLingui()
  const slug = useSettled(field.value)
  const skip = slug === own || slugFault(slug) !== false
  const { data } = useQuery(availableQuery, { variables: { slug }, skip, fetchPolicy: 'network-only' })
  const available = slug !== field.value || slug === own ? undefined : data?.isOrganizationSlugAvailable
  return (
    <TextInput
      {...field}
      label={t`Address`}
      description={
        <span aria-live="polite">
          {available === true && t`${slug} is free.`}
          {available === false && t`${slug} is taken.`}
          {typeof available !== 'boolean' && t`It appears in links. Lower-case letters, digits and hyphens.`}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
