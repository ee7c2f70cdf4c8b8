import packageJson from 'kit/package.json' with { type: 'json' }

// Shared modules are loaded whole, so libraries are not shared individually but as part of kit.
const facade = { singleton: true, requiredVersion: false, version: packageJson.version } as const

// Published remotes depend on these names: never rename one.
export const eagerModules = { react: facade, 'react-dom': facade, 'react/jsx-runtime': facade, kit: facade }

// Loaded only by remotes that import them.
export const lazyModules = { 'kit/graphql': facade, 'kit/parts': facade }

/** If a page has several versions of kit, a remote gets the newest one that it `needs`. */
export function sharedModulesFor({ kit }: { readonly kit?: string | undefined }) {
  const wanted = kit === undefined || kit === '*' ? {} : { singleton: false, requiredVersion: kit }
  return Object.fromEntries(
    Object.entries({ ...eagerModules, ...lazyModules }).map(([key, module]) => [
      key,
      { ...module, import: false as const, ...(/^kit\b/.test(key) && wanted) },
    ]),
  )
}
