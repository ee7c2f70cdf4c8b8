export const layerOf = (remote: string): string => `remotes.${remote}`

/** Ends at any nested remote, including another instance of this one, which has its own scope. */
export const scopeOf = (remote: string): string => `([data-remote='${remote}']) to (:scope [data-remote])`

/** Names of animations, fonts and properties apply to the whole page. */
export const isOwnName = (name: string, remote: string): boolean =>
  toClassName(name.replace(/^--/, '')).startsWith(`${toClassName(remote)}_`)

const toClassName = (name: string): string => name.replaceAll('-', '_')
