import { useLingui } from '@lingui/react/macro'
import { Form, PanelPage, refreshSession, SubmitButton, TextInput, useForm, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { SlugField } from './slug-field.tsx'
import { createNeutralSlug, checkSlug, slugOf } from './slug.ts'

const createMutation = graphql(`
  mutation CreateOrganization($input: CreateOrganizationInput!) {
    createOrganization(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

export default function CreatePage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Create organization`} description={t`You become its owner and can invite people next.`}>
      <CreateForm />
    </PanelPage>
  )
}

function CreateForm() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [slugEdited, setSlugEdited] = useState(false)
  const [neutral] = useState(createNeutralSlug)
  const form = useForm({
    initial: { name: '', slug: '' },
    texts: organizationTexts,
    validate: ({ name, slug }) => ({
      name: !name.trim() && 'NAME_MISSING',
      slug: checkSlug(slug),
    }),
    fieldOf: { ORGANIZATION_ALREADY_EXISTS: 'slug' },
    submit: async ({ name, slug }) => {
      const response = await mutate(createMutation, {
        input: { name: name.trim(), slug, teamName: t`General` },
      })
      const refusal = refusalOf(response)
      if (refusal) return refusal
      await refreshSession()
      await navigate(organizationPath(slug), { replace: true })
      return null
    },
  })
  const name = form.field('name')
  const slug = form.field('slug')
  const neutralHint = t`Suggested, because the name has no Latin letters. Change it as you like.`
  return (
    <Form form={form}>
      <TextInput
        {...name}
        label={t`Organization name`}
        autoComplete="organization"
        onChange={(event) => {
          name.onChange(event)
          if (!slugEdited) form.set('slug', slugOf(event.currentTarget.value, i18n.locale, neutral))
        }}
      />
      <SlugField
        {...slug}
        hint={slug.value === neutral ? neutralHint : undefined}
        isSending={form.pending}
        onSuggestion={(suggestion) => {
          form.set('slug', suggestion)
          setSlugEdited(true)
        }}
        onChange={(event) => {
          slug.onChange(event)
          setSlugEdited(event.currentTarget.value !== '')
        }}
      />
      <SubmitButton>{t`Create organization`}</SubmitButton>
    </Form>
  )
}
