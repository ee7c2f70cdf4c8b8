import { useLingui } from '@lingui/react/macro'
import { Alert, useFormat } from 'kit'
import { useState } from 'react'
import { type ChoiceGroup, ChoiceGroups } from '../choice-groups.tsx'
import { isGivable, type Organization } from './role.ts'

/** Follows the server until the user edits them. */
export function useEditedGrants(present: readonly string[]) {
  const [edited, setEdited] = useState<{ grants: readonly string[]; seen: readonly string[] }>()
  const grants = edited?.grants ?? present
  const edit = (next: readonly string[]) => setEdited({ grants: next, seen: edited?.seen ?? present })
  return { grants, edit, edited: edited?.grants, haveChanged: edited && edited.seen.join() !== present.join() }
}

interface Props {
  organization: Organization
  groups: readonly ChoiceGroup[]
  present: readonly string[]
  field: ReturnType<typeof useEditedGrants>
}

/** Only what the viewer has can be given. */
export function GrantsField({ organization, groups, present, field: { grants, edit, haveChanged } }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const names = new Map(groups.flatMap(({ choices }) => choices.map(({ value, label }) => [value, label])))
  const givable = groups.map((group) => ({
    ...group,
    choices: group.choices.map((choice) => ({
      ...choice,
      obstacle: !isGivable(organization, choice.value) && t`Your role lacks it, so you can’t give it.`,
    })),
  }))
  const others = format.list(present.map((grant) => names.get(grant) ?? grant)) || '–'
  return (
    <>
      <ChoiceGroups groups={givable} chosen={grants} onChange={edit} />
      {haveChanged && <Alert color="yellow">{t`Someone else changed the permissions to: ${others}`}</Alert>}
    </>
  )
}
