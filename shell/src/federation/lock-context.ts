import { createContext, useContext } from 'react'
import type { VersionLock } from 'contract/version-lock.ts'

export const LockContext = createContext<VersionLock>({ remotes: [] })

export const useVersionLock = (): VersionLock => useContext(LockContext)
