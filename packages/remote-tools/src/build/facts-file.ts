import { versionDocument } from 'contract/registry.ts'
import { z } from 'zod'

// Without the bundler, so that machines that only serve can publish.

// Not published.
export const factsFile = 'build.json'

const strings = z.array(z.string())

export const buildFacts = z.object({
  kit: z.string(),
  // Exports by shared module; `*` if unknown. The shell names its older versions `kit@1.5.0`.
  uses: z.record(z.string(), strings),
  ...versionDocument.pick({ screens: true, sharedFiles: true, prerendered: true }).shape,
  // `<package>/<path>`, sorted.
  bundled: strings,
  texts: strings,
  // By bundled package or `react.useState`: `src/page.tsx`, or `zustand (src/page.tsx)`.
  importers: z.record(z.string(), z.string()).default({}),
  // Packages whose source adds `<style>` elements.
  stylers: strings.default([]),
  // The largest packages of each file; `first` is the first load.
  packages: z.record(z.string(), strings).default({}),
})
export type BuildFacts = z.infer<typeof buildFacts>
