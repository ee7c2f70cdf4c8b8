import { Stack } from 'kit'
import { createContext, type ReactNode, useContext } from 'react'

export const OwnTabContext = createContext<ReactNode>(null)

/**
 * What we put into the place of a tab: the page of its address brings it along, because that asks at once for all there is to be seen, and
 * a tab which began to ask when the organization is known would come one answer later.
 */
export const OwnTab = () => <Stack gap="lg">{useContext(OwnTabContext)}</Stack>
