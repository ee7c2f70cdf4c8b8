import { createContext, useContext } from 'react'
import type { Lock } from 'contract/lock.ts'

export const LockContext = createContext<Lock>({ remotes: [] })

export const useLock = (): Lock => useContext(LockContext)
