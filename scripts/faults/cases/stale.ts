import type { Fault } from '../fault.ts'

export default {
  name: 'address moved without a word (old connections dead, new ones fine)',
  begin: ({ proxy }) => proxy.set('stale'),
  end: ({ proxy }) => proxy.set('pass'),
  answers: 'some',
  isTold: false,
  backWithin: 15,
} satisfies Fault
