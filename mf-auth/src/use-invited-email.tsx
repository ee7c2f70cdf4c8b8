import { useLingui } from '@lingui/react/macro'
import { Button, redirectTarget, useLocation, useUnsavedChanges } from 'kit'
import { useRef, useState } from 'react'
import { emailedAddresses } from './emailed-token.ts'

/** Locks the email field to the invited email if the user comes from an invitation. */
export function useInvitedEmail() {
  const { t } = useLingui()
  const { search } = useLocation()
  const [isUnlocked, setUnlocked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const invited = emailedAddresses.get(redirectTarget(search))
  // A reload would forget it.
  useUnsavedChanges(invited !== undefined)

  if (!invited || isUnlocked) return { email: '', lock: { ref: input }, unlock: null }
  const onClick = () => {
    setUnlocked(true)
    input.current?.focus()
  }
  return {
    email: invited,
    lock: { ref: input, readOnly: true, variant: 'filled', description: t`Your invitation is for this email.` },
    unlock: (
      <Button variant="subtle" size="compact-sm" px={0} onClick={onClick} style={{ alignSelf: 'start' }}>
        {t`Use another email`}
      </Button>
    ),
  }
}
