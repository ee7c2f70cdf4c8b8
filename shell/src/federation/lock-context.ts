import { createContext, useContext } from 'react'
import type { Lock } from './lock.ts'

/** The lock that this page runs. */
export const LockContext = createContext<Lock>({ remotes: [] })

export const useLock = (): Lock => useContext(LockContext)
