import { useLingui } from '@lingui/react/macro'
import { Button, Form, Toast, refreshSession, SubmitButton, TextInput, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { useChangedMeanwhile } from '../changed-meanwhile.tsx'
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

interface Props {
  organization: OrganizationFieldsFragment
  onConflict: () => void
}

/** Sends only what was edited: somebody else may have changed the rest meanwhile. */
export function RenameForm({ organization, onConflict }: Props) {
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
      const changes = {
        ...(name.trim() !== organization.name && { name: name.trim() }),
        ...(slug !== organization.slug && { slug }),
      }
      const expected = {
        ...('name' in changes && { name: organization.name }),
        ...('slug' in changes && { slug: organization.slug }),
      }
      const input = { organizationId: organization.id, ...changes, expected }
      const refusal = refusalOf(await mutate(updateMutation, { input }))
      if (refusal?.code === 'ORGANIZATION_HAS_CHANGED') onConflict()
      if (refusal) return refusal
      setSaved(true)
      void refreshSession() // other tabs and the search show the name
      return null
    },
  })
  const { name, slug } = form.values
  const changedName = useChangedMeanwhile(organization.name, name)
  const changedSlug = useChangedMeanwhile(organization.slug, slug)
  const isEdited = name !== organization.name || slug !== organization.slug
  return (
    <Form form={form}>
      <Toast>{saved && t`Saved.`}</Toast>
      <TextInput
        {...form.field('name')}
        label={t`Organization name`}
        autoComplete="organization"
        description={changedName}
      />
      <SlugField
        {...form.field('slug')}
        own={organization.slug}
        hint={changedSlug ?? t`Your last five URLs keep redirecting members here.`}
        isSending={form.pending}
        onSuggestion={(suggestion) => form.set('slug', suggestion)}
      />
      <div className="kit-foot">
        {isEdited && <Button variant="subtle" onClick={form.reset}>{t`Discard`}</Button>}
        <SubmitButton variant={isEdited ? 'filled' : 'default'}>
          {changedName || changedSlug ? t`Save anyway` : t`Save changes`}
        </SubmitButton>
      </div>
    </Form>
  )
}
