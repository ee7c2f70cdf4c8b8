/** The URL at the time of the last input, by field. */
export const typedAt = new WeakMap<EventTarget, string>()

export const recordInput = ({ target }: Event): void => void (target && typedAt.set(target, location.href))
