// Has the exports of modules of Module Federation that federation-runtime.ts replaces.

/** Errors name their number and a page that explains it. */
const descriptions = new Proxy<Record<string, string>>({}, { get: () => 'Module Federation' })
export {
  descriptions as buildDescMap,
  descriptions as errorDescMap,
  descriptions as runtimeDescMap,
  descriptions as typeDescMap,
}

/** Shared modules are not tree-shaken, so that none has a fallback. */
export const getSharedFallbackGetter = <Factory>({ factory }: { factory: Factory }): Factory => factory

/** The modules that a remote exposes load after the shared ones. */
export function installInitialConsumes({ initialConsumes }: { initialConsumes: readonly unknown[] }): void {
  if (initialConsumes.length > 0) throw new Error('A shared module is needed too early: see federation-runtime.ts')
}
