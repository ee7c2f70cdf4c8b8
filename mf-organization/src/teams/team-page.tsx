import { useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Text, useParams } from 'kit'
import { useListUrl } from '../members/list-url.ts'
import { useFirstPageIfGone } from '../members/use-first-page.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { organizationPath } from '../organization-path.ts'
import { TeamPeople } from './team-people.tsx'
import { useTeam } from './use-team.ts'

export default function TeamPage() {
  const { slug = '', team: teamId = '' } = useParams()
  const [address, goTo] = useListUrl()
  const { organization, team, isComing, error, reload, forget } = useTeam(slug, teamId, address)
  const isEmpty = !isComing && team?.members?.nodes.length === 0
  const isPageGone = useFirstPageIfGone([address, goTo], { isEmpty, error })
  const shownError = isPageGone ? undefined : error
  return (
    <OrganizationFrame slug={slug} tab="teams" organization={organization} error={shownError} onRetry={reload}>
      {organization &&
        (team ? (
          <TeamPeople
            key={team.id}
            organization={organization}
            team={team}
            address={address}
            error={shownError}
            onGoTo={goTo}
            onChanged={reload}
            onRemoved={forget}
          />
        ) : (
          <NoTeam slug={slug} />
        ))}
    </OrganizationFrame>
  )
}

function NoTeam({ slug }: { slug: string }) {
  const { t } = useLingui()
  return (
    <EmptyState title={t`Team not found`}>
      <Text c="dimmed">{t`It was removed, or the link is old.`}</Text>
      <LinkButton to={`${organizationPath(slug)}/teams`}>{t`All teams`}</LinkButton>
    </EmptyState>
  )
}
