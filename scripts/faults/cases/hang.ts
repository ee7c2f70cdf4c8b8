import type { Fault } from '../fault.ts'

export default {
  name: 'database hangs (packets swallowed)',
  begin: ({ proxy }) => proxy.set('hang'),
  end: ({ proxy }) => proxy.set('pass'),
  answers: 'unavailable',
  isTold: true,
  backWithin: 2,
} satisfies Fault
