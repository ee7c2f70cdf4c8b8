export function createStub(): unknown {
  const self: unknown = new Proxy(function stub() {}, {
    get: (target, name) => {
      if (name === 'then') return undefined
      if (name === Symbol.toPrimitive) return () => ''
      if (name === Symbol.iterator) return function* none() {}
      return name === 'prototype' ? target.prototype : self
    },
    apply: () => self,
    construct: () => ({}),
  })
  return self
}
