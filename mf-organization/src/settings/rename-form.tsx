import { Trans, useLingui } from '@lingui/react/macro'
import { Form, Notice, Stack, SubmitButton, TextInput, useForm, useNavigate } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import { SlugField } from '../create/slug-field.tsx'
import { isSlug } from '../create/slug.ts'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'

const updateMutation = graphql(`
  mutation UpdateOrganization($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        id
        name
        slug
      }
      userErrors {
        code
      }
    }
  }
`)

/** The changed name appears everywhere at once: the payload updates the cache that all screens read. */
export function RenameForm({ organization }: { organization: { id: string; name: string; slug: string } }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initial: { name: organization.name, slug: organization.slug },
    texts: organizationTexts,
    validate: ({ name, slug }) => ({
      name: !name.trim() && 'NAME_MISSING',
      slug: !slug ? 'SLUG_MISSING' : slug !== organization.slug && !isSlug(slug) && 'SLUG_INVALID',
    }),
    fieldOf: { ORGANIZATION_ALREADY_EXISTS: 'slug' },
    submit: async ({ name, slug }) => {
      setSaved(false)
      const input = { organizationId: organization.id, name: name.trim(), slug }
      const { data, error } = await mutate(updateMutation, { input })
      const refusal = error ?? data.updateOrganization.userErrors[0]
      if (refusal) return refusal
      setSaved(true)
      if (slug !== organization.slug) await navigate(`/organizations/${slug}/settings`, { replace: true })
      return null
    },
  })
  return (
    <Form form={form}>
      <Notice>{saved && t`Saved.`}</Notice>
      <TextInput {...form.field('name')} label={t`Name`} autoComplete="organization" />
      <SlugField {...form.field('slug')} own={organization.slug} />
      <Stack align="start">
        <SubmitButton>
          <Trans>Save</Trans>
        </SubmitButton>
      </Stack>
    </Form>
  )
}
