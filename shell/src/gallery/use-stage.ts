import { useForm, type User, useSession } from 'kit'
import { useState } from 'react'

export type Stage = ReturnType<typeof useStage>

const visitor: User = {
  id: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  emailVerified: true,
  image: null,
  username: null,
  displayUsername: null,
  language: null,
  role: 'user',
  banned: false,
  banReason: null,
  banExpires: null,
  twoFactorEnabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const reload = () => {}
const save: (value: unknown) => Promise<{ code: string } | null> = async () => null
const initial = { due: '', email: '', note: '', number: '', password: '', seats: '5' }

/** The variables that examples may use. */
export function useStage() {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : visitor
  const [isOpen, setIsOpen] = useState(false)
  const [emails, setEmails] = useState(['ada@example.com', 'grace'])
  const [role, setRole] = useState<'admin' | 'member'>('member')
  const form = useForm({ initial, submit: save })
  const [open, close] = [() => setIsOpen(true), () => setIsOpen(false)]
  return { close, emails, form, isOpen, open, reload, role, save, setEmails, setRole, user }
}
