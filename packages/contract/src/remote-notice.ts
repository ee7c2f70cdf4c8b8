// For Node: pages import only the types.
import { z } from 'zod'
import { remoteOwner } from './remote-owner.ts'

/** Internal, from the shell's server to rest-auth. */
export const remoteNoticePath = '/inner/remote-notices'

// Without a domain, which programs for email would turn into a link.
const route = z.string().regex(/^(\/[\w:*-]*)*$/)
const line = z.string().regex(/^(?:[\w@+-]{1,100}\/){0,20}[\w.+-]{1,100}:\d+(?::\d+)?$/)

/** Without a prerelease that could be a link. */
const version = z
  .string()
  .max(64)
  .transform((text) => (/^\d+\.\d+\.\d+(-[\w-]+(\.\d+)?)?$/.test(text) ? text : text.replace(/-.*/s, '')))

const named = {
  /** As `remote.json` names it. */
  owner: remoteOwner,
  remote: z.string().regex(/^mf(-[a-z0-9]+)+$/),
  version,
}

export const remoteNotice = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('failed'),
    ...named,
    error: z.string().max(50),
    phase: z.string().max(20),
    route: route.catch(''),
    /** In the sources, otherwise in a file of the version; empty if unknown. */
    line: line.catch(''),
  }),
  z.object({
    event: z.literal('takenBack'),
    ...named,
    /** The version that is shown again. */
    before: version,
    /** Visitors with failures of all, such as `12/24`. */
    failed: z.string().regex(/^\d+\/\d+$/),
    usual: z.string().regex(/^\d+\/\d+$/),
  }),
])
export type RemoteNotice = z.infer<typeof remoteNotice>
