/** Where the reader was when they typed into a field: listened for from the start, so that whoever asks later knows of all. */
const typedAt = new WeakMap<EventTarget, string>()

const note = ({ target }: Event) => void (target && typedAt.set(target, location.href))
addEventListener('input', note, true)

/**
 * Whether a field shows text that was typed since this address was opened, outside of the forms of kit, which know by themselves what was
 * sent. What stands in the address, as what is searched for does, is not lost.
 */
export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLElement>(
    'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]',
  )
  return [...fields].some(
    (field) =>
      typedAt.get(field) === location.href &&
      !field.closest('.kit-form') &&
      ('value' in field ? field.value : field.textContent) !== '',
  )
}
