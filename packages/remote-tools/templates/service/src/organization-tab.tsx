import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  EmptyState,
  Form,
  type OrganizationPlaceProps,
  Panel,
  Stack,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  useRequest,
} from 'kit'
import type { Entry } from '../service/entries.ts'
import { ServiceResponse } from './service-response.tsx'
import { callService } from './call-service.ts'

/** Hides the form without the permission, which the service checks again. */
export function OrganizationTab({ organization, permissions }: OrganizationPlaceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [response, reload] = useRequest(organization.id, () =>
    callService<{ entries: Entry[] }>(organization.id, '/entries'),
  )
  return (
    <Stack gap="lg">
      {permissions.includes('organization:update') && <NewEntry organizationId={organization.id} onChange={reload} />}
      <Panel title={t`Template`}>
        <ServiceResponse response={response} onRetry={reload}>
          {({ entries }) =>
            entries.length === 0 ? (
              <EmptyState title={t`There is nothing here yet.`} />
            ) : (
              <ul className="kit-rows">
                {entries.map(({ id, text, createdAt }) => (
                  <li key={id}>
                    <Text>{text}</Text>
                    <Text c="dimmed">{format.date(createdAt)}</Text>
                  </li>
                ))}
              </ul>
            )
          }
        </ServiceResponse>
      </Panel>
    </Stack>
  )
}

function NewEntry({ organizationId, onChange }: { organizationId: string; onChange: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { text: '' },
    validate: ({ text }) => ({ text: text.trim() === '' && 'TEXT_IS_MISSING' }),
    texts: { TEXT_IS_MISSING: msg`Write something first.` },
    submit: async (values) => {
      const { error } = await callService(organizationId, '/entries', values)
      if (error) return error
      form.reset()
      onChange()
      return null
    },
  })
  return (
    <Panel>
      <Form form={form}>
        <TextInput {...form.field('text')} label={t`Text`} maxLength={200} />
        <SubmitButton>
          <Trans>Add</Trans>
        </SubmitButton>
      </Form>
    </Panel>
  )
}
