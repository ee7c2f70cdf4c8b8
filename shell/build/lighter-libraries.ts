import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin } from '@rspack/core'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Modules that every page would load, and that can do more than pages need. */
const replaced = [
  // Snapshots and preloading, which the version lock replaces.
  [
    /[\\/](plugins[\\/]snapshot[\\/]SnapshotHandler|plugins[\\/]generate-preload-assets|utils[\\/]preload)\.js$/,
    fileOf('./lighter-federation.ts'),
  ],
  // `Button` moves its loader in, `NativeSelect` has our icon, icons know many
  // attributes, and the values of colors are in a stylesheet, too.
  [
    /[\\/]Button[\\/].*[\\/]Transition\.mjs$|[\\/]NativeSelect[\\/].*[\\/]ComboboxChevron\.mjs$|[\\/]createLucideIcon\.mjs$|[\\/]MantineProvider[\\/].*default-colors\.mjs$|[\\/]CloseButton[\\/].*CloseIcon\.mjs$/,
    fileOf('./lighter-components.ts'),
  ],
] as const

export const lighterLibraries = new NormalModuleReplacementPlugin(/\.m?js$/, (data) => {
  const found = replaced.find(([path]) => path.test(`${data.context}/${data.request}`))
  if (found) data.request = found[1]
})
