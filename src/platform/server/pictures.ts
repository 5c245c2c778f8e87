import sharp from 'sharp'

/** More pixels than any camera of a listing has: a small file may still unfold into gigabytes. */
const MAX_PIXELS = 60_000_000
const QUALITY = 78

/** A picture that cannot be shown: damaged, no picture at all, or immense. */
export class PictureError extends Error {}

/** The picture in each of these widths, as JPEG, upright and without what a camera wrote into it. None is made larger. */
export async function scaledPictures<Width extends number>(
  bytes: Uint8Array,
  widths: readonly Width[],
): Promise<{ width: Width; bytes: Buffer }[]> {
  try {
    return await Promise.all(
      widths.map(async width => ({
        width,
        bytes: await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
          .rotate()
          .resize({ width, withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: QUALITY, progressive: true })
          .toBuffer(),
      })),
    )
  } catch (error) {
    throw new PictureError('The picture cannot be read.', { cause: error })
  }
}
