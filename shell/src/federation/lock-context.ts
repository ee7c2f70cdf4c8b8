import { createContext, useContext } from 'react'
import type { Lock } from './lock.ts'

export const LockContext = createContext<Lock>({ remotes: [] })

export const useLock = (): Lock => useContext(LockContext)
