import type { StartCardProps } from 'kit'
import { Organizations } from './organizations.tsx'

export const OrganizationsCard = ({ user }: StartCardProps) => (
  <Organizations user={user} maxShown={8} isAsked={!user.emailVerified} />
)
