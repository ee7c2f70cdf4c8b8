import { Stack } from 'kit'
import { createContext, type ReactNode, useContext } from 'react'

export const OwnTabContext = createContext<ReactNode>(null)

/** The page provides the content, so that one query loads it together with the organization. */
export const OwnTab = () => <Stack gap="lg">{useContext(OwnTabContext)}</Stack>
