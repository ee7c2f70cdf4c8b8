/** Goes before the styles of kit. */
export const layerOf = (remote: string): string => `remotes.${remote}`

/** What another remote draws inside it, or this one again in a place of its page, begins a scope of its own. */
export const scopeOf = (remote: string): string => `([data-remote='${remote}']) to (:scope [data-remote])`
