/** Types of files that can be chosen, as `accept` takes them. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
