/** Headers of calls for which the product wants a recent sign-in, and better-auth's clients none. */
export const requireFreshSession = { 'x-require-fresh-session': 'true' }
