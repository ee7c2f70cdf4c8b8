/** In the place of graphql's, which describes a value in the message of an error about a document that is none. */
export const inspect = String
