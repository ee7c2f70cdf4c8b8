const heap = {
  // By default, new space grows to 128 MB after many requests, and old garbage stays for long.
  'rest-auth/src/main.ts': ['--max-semi-space-size=8', '--heap-growing-percent=60'],
  'shell/server/main.ts': ['--max-semi-space-size=4', '--heap-growing-percent=30'],
}

export const nodeFlags = (program) => [
  // Lets the program notice at once when its parent is killed.
  '--import',
  './tools/end-with-parent.mjs',
  // Otherwise V8 may allocate request data in old space, which made the gateway a third slower.
  '--no-allocation-site-pretenuring',
  ...(heap[program] ?? []),
]
