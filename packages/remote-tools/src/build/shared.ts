import packageJson from 'kit/package.json' with { type: 'json' }

// A shared module is shipped whole, so libraries are not shared one by one: `kit` stands for all that is behind it.
const facade = { singleton: true, requiredVersion: false, version: packageJson.version } as const

/**
 * What the shell provides to every remote, each as one instance in the page. The keys are a contract with published
 * remotes: one may be added, none may be renamed.
 */
export const eagerModules = { react: facade, 'react-dom': facade, 'react/jsx-runtime': facade, kit: facade }

/** Provided like the others, but loaded only by those who import it. */
export const lazyModules = { 'kit/graphql': facade }

/**
 * How a remote takes them: nothing of it is in its build, and of kit it gets the version that `needs` in its `remote.json` asks for. Where
 * a page has two of them, that is the newest one that fits.
 */
export function takenModules({ kit }: { readonly kit?: string | undefined }) {
  const wanted = kit === undefined || kit === '*' ? {} : { singleton: false, requiredVersion: kit }
  return Object.fromEntries(
    Object.entries({ ...eagerModules, ...lazyModules }).map(([key, module]) => [
      key,
      { ...module, import: false as const, ...(/^kit\b/.test(key) && wanted) },
    ]),
  )
}
