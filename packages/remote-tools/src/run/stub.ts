/** Stands for whatever a module offers. Awaited, it is a stub that is no promise. */
export function createStub(isPromise = true): unknown {
  const self: unknown = new Proxy(function stub() {}, {
    get: (target, name) => {
      if (name === 'then') return isPromise ? settle : undefined
      // A valid date, and an empty text.
      if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? '' : 0)
      if (name === Symbol.iterator) return function* none() {}
      return name === 'prototype' ? target.prototype : self
    },
    apply: () => self,
    construct: () => ({}),
  })
  const settle = (onSettled: unknown): unknown => {
    if (typeof onSettled === 'function') queueMicrotask(() => onSettled(createStub(false)))
    return self
  }
  return self
}
