import { globalId } from '../relay/global-id.ts'

/** A user as the schema names the fields, those that the document selects. */
export interface UserSource {
  readonly id: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly image: string | null | undefined
}

/** Takes a user as rest-auth answers it. Members carry users by the hundred, so this is cheaper than a resolver a field. */
export function toUser({ id, name, email, image }: Pick<UserSource, 'id'> & Partial<UserSource>): UserSource {
  return { id: globalId('U', id), name, email, image }
}
