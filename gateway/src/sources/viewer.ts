import { beyondAccessToken } from '../errors.ts'
import { globalId } from '../relay/global-id.ts'
import type { BatchAnswer, SessionAnswer } from '../upstream/rest-auth-client.ts'

/** The session that asks, and whose it is. */
export type ViewerSource = NonNullable<SessionAnswer>

/** Of an access token: what is of no organization is refused where it is asked for. */
export const delegatingViewer: ViewerSource = {
  get session(): never {
    throw beyondAccessToken()
  },
  get user(): never {
    throw beyondAccessToken()
  },
}

/** A user as rest-auth answers it, but under a global id; the batch read gives only what the document selects. */
export type UserSource = BatchAnswer['users'][number] | ViewerSource['user']

/** Members carry users by the hundred, so this is cheaper than a resolver for the id. */
export const toUser = (user: UserSource): UserSource => ({ ...user, id: globalId('U', user.id) })
