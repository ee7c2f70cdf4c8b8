/** Where the reader was when they typed into a field. */
export const typedAt = new WeakMap<EventTarget, string>()

export const noteTyped = ({ target }: Event): void => void (target && typedAt.set(target, location.href))
