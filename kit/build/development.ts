import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DefinePlugin, HotModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

export const isDevelopment = process.env['NODE_ENV'] === 'development'

const runtime = fileURLToPath(new URL('../src/refresh/runtime.ts', import.meta.url))
const updates = fileURLToPath(new URL('../src/refresh/updates.ts', import.meta.url))

/** The first module of the shell's development build. */
export const refreshHost = fileURLToPath(new URL('../src/refresh/host.ts', import.meta.url))

/**
 * What a remote has in development only: it takes its next builds into the running page (`npx remote dev` tells of them), where its
 * components keep their state.
 */
export function takesBuilds(name: string) {
  const plugins: RspackPluginInstance[] = [
    new DefinePlugin({ REMOTE_NAME: JSON.stringify(name) }),
    new HotModuleReplacementPlugin(),
    new ReactRefreshRspackPlugin({ injectEntry: false }),
  ]
  return {
    // The whole page has one, see there.
    alias: { 'react-refresh': dirname(runtime) },
    plugins,
    runtimePlugins: [updates],
    // Beside the other files: the registry serves no others.
    output: {
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
    },
  }
}
