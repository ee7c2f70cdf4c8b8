// In the place of what Module Federation's plugin writes into each bundle to start its runtime, which is made for all that a bundle may
// do. Ours import no remote, leave out no part of a shared module, and know all that they share from their beginning.

type Factory = () => unknown

/** What the bundler knows of a module that is shared. */
interface Sharing {
  name: string
  version: string
  factory: Factory
  eager?: boolean
  singleton?: boolean
  requiredVersion?: string | false
  strictVersion?: boolean
}

interface Consumption {
  shareKey: string
  shareScope: string
  fallback: Factory
  requiredVersion?: string | false
  strictVersion?: boolean
  singleton?: boolean
  eager?: boolean
}

/** The bundle's `__webpack_require__`, as far as it is Module Federation's. */
interface Bundle {
  federation: Record<string, unknown>
  f: Record<string, unknown>
  R?: unknown
  S?: unknown
  I?: unknown
  initContainer?: unknown
  getContainer?: unknown
  initializeSharingData?: { scopeToSharingDataMapping: Record<string, (Sharing | undefined)[]> }
  initializeExposesData?: { shareScope: string; moduleMap: Record<string, Factory> }
  consumesLoadingData?: {
    chunkMapping?: Record<string, (string | number)[]>
    moduleIdToConsumeDataMapping?: Record<string, Consumption>
  }
}

interface Runtime {
  attachShareScopeMap: (bundle: Bundle) => void
  bundlerRuntime: Record<'S', unknown> &
    Record<'init' | 'I' | 'consumes' | 'initContainerEntry', (options: object) => unknown>
}

/** Makes the instance of Module Federation that a container, or the shell, loads and shares with. */
export function startFederation(
  bundle: Bundle,
  runtime: Runtime,
  options: { name: string; shareStrategy: string; plugins: object[] },
): void {
  const { federation, f: loaders, initializeSharingData, initializeExposesData, consumesLoadingData } = bundle
  const { bundlerRuntime } = runtime
  const { chunkMapping = {}, moduleIdToConsumeDataMapping = {} } = consumesLoadingData ?? {}
  const moduleToHandlerMapping = Object.fromEntries(
    Object.entries(moduleIdToConsumeDataMapping).map(([id, { shareKey, shareScope, fallback, ...shareConfig }]) => [
      id,
      {
        shareKey,
        getter: fallback,
        shareInfo: { shareConfig: { ...shareConfig, fixedDependencies: false }, scope: [shareScope] },
      },
    ]),
  )
  const shared: Record<string, object[]> = {}
  for (const [scope, stages] of Object.entries(initializeSharingData?.scopeToSharingDataMapping ?? {}))
    for (const stage of stages) {
      if (typeof stage !== 'object') continue
      const { name, version, factory: get, eager, singleton, requiredVersion, strictVersion } = stage
      const given = Object.entries({ eager, singleton, requiredVersion, strictVersion })
      const shareConfig = Object.fromEntries(given.filter(([, value]) => value !== undefined))
      ;(shared[name] ??= []).push({ version, scope: [scope], shareConfig, get })
    }
  Object.assign(federation, runtime, { bundlerRuntimeOptions: {}, initOptions: { ...options, shared, remotes: [] } })
  const installedModules = {}
  if (loaders['consumes'])
    loaders['consumes'] = (chunkId: string, promises: unknown[]) =>
      bundlerRuntime.consumes({
        chunkId,
        promises,
        chunkMapping,
        moduleToHandlerMapping,
        installedModules,
        webpackRequire: bundle,
      })
  if (bundle.S) bundle.S = bundlerRuntime.S
  runtime.attachShareScopeMap(bundle)
  const [initPromises, initTokens] = [{}, {}]
  if (bundle.I)
    bundle.I = (shareScopeName: string, initScope: unknown) =>
      bundlerRuntime.I({ shareScopeName, initScope, initPromises, initTokens, webpackRequire: bundle })
  if (initializeExposesData) {
    const { shareScope: shareScopeKey, moduleMap } = initializeExposesData
    bundle.initContainer = (shareScope: unknown, initScope: unknown, remoteEntryInitOptions: unknown) =>
      bundlerRuntime.initContainerEntry({
        shareScope,
        initScope,
        remoteEntryInitOptions,
        shareScopeKey,
        webpackRequire: bundle,
      })
    bundle.getContainer = async (name: string, scope: unknown) => {
      bundle.R = scope
      const module = Object.hasOwn(moduleMap, name) ? moduleMap[name]?.() : undefined
      bundle.R = undefined
      if (!module) throw new Error(`the container has no ${name}`)
      return module
    }
  }
  federation['instance'] = bundlerRuntime.init({ webpackRequire: bundle })
}
