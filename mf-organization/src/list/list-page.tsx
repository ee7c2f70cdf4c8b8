import { useLingui } from '@lingui/react/macro'
import { Avatar, EmptyState, Group, LinkButton, Notice, Page, Panel, Stack, Text, TextLink, Waiting } from 'kit'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { useFarewell } from '../farewell.ts'
import { InvitedHint } from '../invited-hint.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { organizationPath } from '../organization-path.ts'
import { useOrganizations } from '../use-organizations.ts'
import { ReceivedInvitations } from './received-invitations.tsx'

export function ListPage() {
  const { t } = useLingui()
  const { viewer, organizations, error, cutOff, reload } = useOrganizations('cache-and-network')
  const { what, name = '' } = useFarewell() ?? {}
  return (
    <Page title={t`Organizations`}>
      <Notice>
        {what === 'left' && t`You left ${name}.`}
        {what === 'deleted' && t`${name} was deleted.`}
      </Notice>
      <ReceivedInvitations invitations={viewer?.invitations?.nodes ?? []} onChanged={reload} />
      <Panel>
        {viewer?.organizations ? (
          <Stack>
            <List organizations={organizations} />
            {!viewer.isEmailProved && <InvitedHint email={viewer.user.email} />}
          </Stack>
        ) : error ? (
          <LoadFailure error={error} onRetry={reload} />
        ) : (
          <Waiting />
        )}
        {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
      </Panel>
    </Page>
  )
}

interface ListProps {
  organizations: OrganizationFieldsFragment[]
}

function List({ organizations }: ListProps) {
  const { t } = useLingui()
  const create = <LinkButton to="/organizations/new">{t`Create an organization`}</LinkButton>
  if (organizations.length === 0) {
    return <EmptyState title={t`You are in no organization yet.`}>{create}</EmptyState>
  }
  return (
    <Stack align="start">
      <ul className="kit-rows">
        {organizations.map(({ databaseId: id, name, slug, logo }) => (
          <li key={id}>
            <Group wrap="nowrap">
              <Avatar user={{ id, name, image: logo }} isSquare />
              <div>
                <TextLink to={organizationPath(slug)} className="kit-name">
                  {name}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {slug}
                </Text>
              </div>
            </Group>
          </li>
        ))}
      </ul>
      {create}
    </Stack>
  )
}
