export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
