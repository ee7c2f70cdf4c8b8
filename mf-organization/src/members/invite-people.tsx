import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, useLazyComponent, useLocation } from 'kit'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ReactNode, useState } from 'react'
import { useLinkState } from '../use-link-state.ts'
import type { Organization } from './member.ts'

interface Props {
  organization: Organization
  onSay: (message: ReactNode) => void
  onInvited: () => void
}

/** Opens the dialog for people who come from an empty team (`inviteTo` is its id), or from the search. */
export function InvitePeople({ organization, onSay, onInvited }: Props) {
  const { t } = useLingui()
  const { inviteTo: team }: { inviteTo?: unknown } = Object(useLocation().state)
  const [isOpen, setOpen] = useState(false)
  useLinkState('inviteTo', () => setOpen(true))
  const { Component: InviteForm, fallback } = useLazyComponent(
    isOpen,
    async () => (await import('./invite-form.tsx')).InviteForm,
  )
  const close = (message?: ReactNode) => {
    setOpen(false)
    onSay(message)
  }
  return (
    <>
      <Button leftSection={<UserPlus size={16} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t`Invite people`}
      </Button>
      <Dialog opened={isOpen} title={t`Invite people`} onClose={() => close()}>
        {InviteForm ? (
          <InviteForm
            organization={organization}
            team={typeof team === 'string' ? team : ''}
            onInvited={onInvited}
            onClose={close}
          />
        ) : (
          fallback
        )}
      </Dialog>
    </>
  )
}
