import { Trans, useLingui } from '@lingui/react/macro'
import { Form, Notice, refreshSession, SubmitButton, Text, TextInput, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { SlugField } from '../create/slug-field.tsx'
import { checkSlug } from '../create/slug.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'

export const updateMutation = graphql(`
  mutation UpdateOrganization($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        ...OrganizationFields
      }
      userErrors {
        code
      }
    }
  }
`)

/** Omits an unchanged slug, which someone else may have changed meanwhile. */
export function RenameForm({ organization }: { organization: OrganizationFieldsFragment }) {
  const { t } = useLingui()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initial: { name: organization.name, slug: organization.slug },
    texts: organizationTexts,
    validate: ({ name, slug }) => ({
      name: !name.trim() && 'NAME_MISSING',
      slug: slug !== organization.slug && checkSlug(slug),
    }),
    fieldOf: { ORGANIZATION_ALREADY_EXISTS: 'slug' },
    submit: async ({ name, slug }) => {
      setSaved(false)
      const change = slug === organization.slug ? {} : { slug }
      const input = { organizationId: organization.id, name: name.trim(), ...change }
      const refusal = refusalOf(await mutate(updateMutation, { input }))
      if (!refusal) {
        setSaved(true)
        void refreshSession() // other tabs and the search show the name
      }
      return refusal
    },
  })
  return (
    <Form form={form}>
      <Notice>{saved && t`Saved.`}</Notice>
      <TextInput {...form.field('name')} label={t`Name of the organization`} autoComplete="organization" />
      <SlugField
        {...form.field('slug')}
        own={organization.slug}
        isSending={form.pending}
        onSuggestion={(suggestion) => form.set('slug', suggestion)}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          If you change the address, links to the last five go on leading members here. Programs that use the address
          have to be told the new one.
        </Trans>
      </Text>
      <SubmitButton w="fit-content">
        <Trans>Save</Trans>
      </SubmitButton>
    </Form>
  )
}
