import { i18n, useForm, useSession } from 'kit'
import { useState } from 'react'

export type Stage = ReturnType<typeof useStage>

const visitor = { name: 'Ada Lovelace', email: 'ada@example.com', image: null }
const reload = () => {}
const save = async () => null
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
  return { close, emails, form, i18n, isOpen, open, reload, role, save, setEmails, setRole, user }
}
