import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { emailOf } from '../email-of.ts'
import { Avatar } from './avatar.tsx'

interface PersonProps {
  user: { name: string; email: string; image: string | null }
  children?: ReactNode
}

export function Person({ user, children }: PersonProps) {
  return (
    <div className="kit-person">
      <Avatar user={user} />
      <div>
        <Text className="kit-name">
          {user.name} {children}
        </Text>
        <Text size="sm" c="dimmed">
          {emailOf(user)}
        </Text>
      </div>
    </div>
  )
}
