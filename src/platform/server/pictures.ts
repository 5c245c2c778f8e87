import sharp from 'sharp'
import { invalid } from './errors.ts'

/** More pixels than any camera of a listing has: a small file may still unfold into gigabytes. */
const MAX_PIXELS = 60_000_000
const QUALITY = 78

/** By the names of the library, which has one for AVIF and HEIC and reads only the first. */
const formats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'gif', 'heif']

/** A picture that cannot be shown: damaged, no picture at all, of a format for something else, or immense. */
export class PictureError extends Error {}

/** A picture as it was drawn: its bytes, and how large it is in pixels. */
export interface DrawnPicture<Width extends number = number> {
  /** As asked; a smaller picture stays smaller. */
  asked: Width
  bytes: Buffer
  width: number
  height: number
}

/** The picture in each of these widths, as JPEG, upright and without what a camera wrote into it. None is made larger. */
export async function scaledPictures<Width extends number>(
  bytes: Uint8Array,
  widths: readonly Width[],
): Promise<DrawnPicture<Width>[]> {
  try {
    const { format } = await sharp(bytes).metadata()
    if (!formats.includes(format)) throw new Error(`${format} is no format of pictures.`)
    return await Promise.all(widths.map(width => draw(bytes, width)))
  } catch (error) {
    throw new PictureError('The picture cannot be read.', { cause: error })
  }
}

async function draw<Width extends number>(bytes: Uint8Array, asked: Width): Promise<DrawnPicture<Width>> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: asked, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer({ resolveWithObject: true })
  return { asked, bytes: data, width: info.width, height: info.height }
}

/** A picture that somebody uploads as `file`, in this width at the most; refused in words when it is none. */
export async function drawnPicture(bytes: Uint8Array, width: number): Promise<DrawnPicture> {
  try {
    const [picture] = await scaledPictures(bytes, [width])
    if (!picture) throw new PictureError('No picture was made.')
    return picture
  } catch (error) {
    if (error instanceof PictureError) throw invalid({ file: ['This file is no picture that can be read.'] })
    throw error
  }
}
