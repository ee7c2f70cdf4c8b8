import type { Fault } from '../fault.ts'

export default {
  name: 'database refuses connections',
  begin: ({ proxy }) => proxy.set('refuse'),
  end: ({ proxy }) => proxy.set('pass'),
  answers: 'unavailable',
  isTold: true,
  backWithin: 2,
} satisfies Fault
