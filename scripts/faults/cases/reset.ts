import type { Fault } from '../fault.ts'

let timer: NodeJS.Timeout

export default {
  name: 'connections reset, again and again',
  async begin({ proxy }) {
    timer = setInterval(() => proxy.reset(), 250)
  },
  async end() {
    clearInterval(timer)
  },
  answers: 'some',
  isTold: false,
  backWithin: 2,
} satisfies Fault
