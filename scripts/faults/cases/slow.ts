import type { Fault } from '../fault.ts'

export default {
  name: 'database 100 ms away, each way',
  begin: ({ proxy }) => proxy.set('slow'),
  end: ({ proxy }) => proxy.set('pass'),
  answers: 'some',
  isTold: false,
  backWithin: 2,
} satisfies Fault
