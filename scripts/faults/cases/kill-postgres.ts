import type { Fault } from '../fault.ts'

export default {
  name: 'PostgreSQL killed (kill -9), started again',
  begin: ({ postgres }) => postgres.kill(),
  end: ({ postgres }) => postgres.start(),
  answers: 'unavailable',
  isTold: true,
  backWithin: 2,
} satisfies Fault
