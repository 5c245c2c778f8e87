/** Kinds of pictures that people may upload; what a file really is, is read from its content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
