/** Where the reader was when they typed into a field: listened for from the start, for who asks later. */
export const typedAt = new WeakMap<EventTarget, string>()

addEventListener('input', ({ target }) => void (target && typedAt.set(target, location.href)), true)
