export const layerOf = (remote: string): string => `remotes.${remote}`

/** Ends at any nested remote, including another instance of this one, which has its own scope. */
export const scopeOf = (remote: string): string => `([data-remote='${remote}']) to (:scope [data-remote])`
