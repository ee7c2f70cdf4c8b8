import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Checkbox, useFormat } from 'kit'
import { useState } from 'react'
import type { PermissionGroup } from './permission-groups.ts'
import { isGivable, type Organization } from './role.ts'
import '../choice-groups.css'

/** Follows the server until the user edits them. */
export function useEditedGrants(present: readonly string[]) {
  const [edited, setEdited] = useState<{ grants: readonly string[]; seen: readonly string[] }>()
  const grants = edited?.grants ?? present
  const mark = (grant: string, isOn: boolean) =>
    setEdited({
      grants: isOn ? [...grants, grant] : grants.filter((one) => one !== grant),
      seen: edited?.seen ?? present,
    })
  return { grants, mark, edited: edited?.grants, haveChanged: edited && edited.seen.join() !== present.join() }
}

interface Props {
  organization: Organization
  groups: readonly PermissionGroup[]
  present: readonly string[]
  field: ReturnType<typeof useEditedGrants>
}

/** Only what the viewer has can be given. */
export function GrantsField({ organization, groups, present, field: { grants, mark, haveChanged } }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const names = new Map(groups.flatMap(({ actions }) => actions.map(({ grant, label }) => [grant, label])))
  const others = format.list(present.map((grant) => names.get(grant) ?? grant)) || '–'
  return (
    <>
      <div className="choice-groups">
        {groups.map((group) => (
          <fieldset key={group.resource}>
            <legend>{group.label}</legend>
            {group.actions.map(({ grant, label }) => {
              const isHeld = isGivable(organization, grant)
              return (
                <Checkbox
                  key={grant}
                  label={label}
                  checked={grants.includes(grant)}
                  disabled={!isHeld}
                  description={!isHeld && t`Your role lacks it, so you can’t give it.`}
                  onChange={({ currentTarget }) => mark(grant, currentTarget.checked)}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      {haveChanged && (
        <Alert color="yellow">
          <Trans>Someone else changed the permissions to: {others}</Trans>
        </Alert>
      )}
    </>
  )
}
