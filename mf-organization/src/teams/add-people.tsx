import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Checkbox,
  DialogActions,
  emailOf,
  Form,
  SubmitButton,
  Text,
  TextLink,
  useErrorText,
  useForm,
  Waiting,
} from 'kit'
import { mutate, useQuery } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import type { TeamCandidatesQuery } from '../generated/graphql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { nameOf } from '../members/member.ts'
import '../members/members.css'
import { SearchField } from '../members/search-field.tsx'
import { type Outcome, sequentially } from '../members/sequentially.ts'
import { organizationPath } from '../organization-path.ts'
import { teamMemberTexts } from '../organization-texts.ts'
import { addMutation } from '../members/team-member-mutations.ts'
import type { Organization } from './use-team.ts'

// The team's first people of an order are among the first of the organization in this order.
const candidatesQuery = graphql(`
  query TeamCandidates($organizationId: ID!, $teamId: ID!, $query: String) {
    organization(by: { id: $organizationId }) {
      id
      members(first: 20, query: $query, orderBy: { field: NAME, direction: ASC }) {
        pageInfo {
          hasNextPage
        }
        nodes {
          id
          roles
          user {
            id
            name
            email
          }
        }
      }
    }
    node(id: $teamId) {
      kind: __typename
      ... on Team {
        id
        members(first: 20, query: $query, orderBy: { field: NAME, direction: ASC }) {
          nodes {
            id
          }
        }
      }
    }
  }
`)

type Candidate = NonNullable<NonNullable<TeamCandidatesQuery['organization']>['members']>['nodes'][number]

interface Props {
  organization: Organization
  teamId: string
  onChanged: () => void
  onClose: (added?: number) => void
}

/** Closes if all are added. Otherwise those who are not stay chosen. */
export function AddPeople({ organization, teamId, onChanged, onClose }: Props) {
  const { t } = useLingui()
  const { id: organizationId, slug, viewerPermissions } = organization
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [outcome, setOutcome] = useState<Outcome<Candidate>>()
  const { data, previousData, error, refetch } = useQuery(candidatesQuery, {
    variables: { organizationId, teamId, query: query || null },
    fetchPolicy: 'cache-and-network',
  })
  const add = ({ user }: Candidate) => mutate(addMutation, { input: { organizationId, teamId, userId: user.id } })
  const form = useForm({
    initial: {},
    texts: teamMemberTexts,
    submit: async () => {
      if (chosen.size === 0) return { code: 'PEOPLE_MISSING' }
      const added = await sequentially([...chosen.values()], add)
      setOutcome(added)
      onChanged()
      if (added.done.length === chosen.size) onClose(added.done.length)
      setChosen(new Map(added.rest.map((one) => [one.id, one])))
      void refetch()
      return added.stop
    },
  })
  const found = data ?? previousData
  const { size } = chosen
  return (
    <>
      <SearchField query={query} onSearch={setQuery} />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!found && !error && <Waiting lines={3} isList />}
      {found && <Choices {...{ organization, found, query, chosen }} onChoose={setChosen} />}
      {viewerPermissions?.includes('INVITATION_CREATE') && (
        <Text size="sm" c="dimmed">
          <Trans>
            Someone is missing?{' '}
            <TextLink inherit to={organizationPath(slug)} state={{ inviteTo: teamId }}>
              Invite people
            </TextLink>
          </Trans>
        </Text>
      )}
      <Form form={form}>
        {outcome && outcome.refused.length > 0 && <Refused refused={outcome.refused} />}
        <DialogActions
          onCancel={() => onClose(outcome?.done.length)}
          cancel={outcome && t`Close`}
          hint={
            <Text size="sm" c="dimmed" aria-live="polite">
              {size > 0 && <Plural value={size} one="# selected" other="# selected" />}
            </Text>
          }
        >
          <SubmitButton>{t`Add to team`}</SubmitButton>
        </DialogActions>
      </Form>
    </>
  )
}

interface ChoicesProps {
  organization: Organization
  found: TeamCandidatesQuery
  query: string
  chosen: ReadonlyMap<string, Candidate>
  onChoose: (chosen: ReadonlyMap<string, Candidate>) => void
}

/** The first people found, after those who were chosen in other searches. */
function Choices({ organization, found, query, chosen, onChoose }: ChoicesProps) {
  const { t } = useLingui()
  const { nodes = [], pageInfo } = found.organization?.members ?? {}
  const inTeam = new Set(found.node?.kind === 'Team' ? found.node.members?.nodes.map(({ id }) => id) : [])
  const isOwner = organization.viewerMembership?.roles.includes('OWNER') ?? false
  const reasonAgainst = ({ id, roles }: Candidate) => {
    if (inTeam.has(id)) return t`In the team already`
    return !isOwner && roles.includes('OWNER') ? t`Only an owner can add owners.` : undefined
  }
  const choose = (candidate: Candidate, isOn: boolean) => {
    const next = new Map(chosen)
    if (isOn) next.set(candidate.id, candidate)
    else next.delete(candidate.id)
    onChoose(next)
  }
  const hidden = [...chosen.values()].filter(({ id }) => !nodes.some((one) => one.id === id))
  return (
    <>
      <fieldset className="choices" aria-label={t`People`}>
        {[...hidden, ...nodes].map((candidate) => {
          const { id, user } = candidate
          const reason = reasonAgainst(candidate)
          return (
            <Checkbox
              key={id}
              label={nameOf(user)}
              description={reason ?? (user.name && emailOf(user))}
              checked={chosen.has(id) || inTeam.has(id)}
              disabled={reason !== undefined}
              onChange={({ currentTarget }) => choose(candidate, currentTarget.checked)}
            />
          )
        })}
        {nodes.length === 0 && <Text c="dimmed">{t`Nobody matches “${query}”`}</Text>}
      </fieldset>
      {pageInfo?.hasNextPage && <Text size="sm" c="dimmed">{t`Search to find more people.`}</Text>}
    </>
  )
}

function Refused({ refused }: Pick<Outcome<Candidate>, 'refused'>) {
  const { t } = useLingui()
  const errorText = useErrorText(teamMemberTexts)
  return (
    <Alert color="red">
      <ul className="refusals" aria-label={t`Not added`}>
        {refused.map(({ item, refusal }) => (
          <li key={item.id}>
            <strong>{nameOf(item.user)}</strong>
            <br />
            {errorText(refusal)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
