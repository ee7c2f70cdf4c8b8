import type { Fault } from '../fault.ts'

export default {
  name: 'rest-auth killed (kill -9), started again',
  begin: ({ restAuth }) => restAuth.kill(),
  end: ({ restAuth }) => restAuth.start(),
  answers: 'anything',
  isTold: false,
  backWithin: 2,
} satisfies Fault
