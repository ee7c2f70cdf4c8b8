/** In the place of what lets modules import a remote: the shell loads them by the names that are in the lock. */
export const remotes = undefined
