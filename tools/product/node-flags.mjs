const heap = {
  // V8 would take up to 128 MB for young objects after a flood of requests, and leave old garbage while there is memory.
  'rest-auth/src/main.ts': ['--max-semi-space-size=8', '--heap-growing-percent=30'],
}

/** How Node runs a program of this repository. */
export const nodeFlags = (program) => [
  // Over the IPC channel the program learns at once when its parent is killed.
  '--import',
  './tools/end-with-parent.mjs',
  // Otherwise V8 may allocate what a request needs among the old objects, by chance and for good: pages of the gateway a third dearer.
  '--no-allocation-site-pretenuring',
  ...(heap[program] ?? []),
]
