const LONGEST_SIDE = 2000
const QUALITY = 0.8

/** Makes one PDF of photographed pages, small enough to send from a phone. */
export async function photoPdf(photos: readonly File[]): Promise<File> {
  // Large, so that it is fetched only by those who photograph.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  for (const photo of photos) {
    const picture = await document.embedJpg(await jpegOf(photo))
    document.addPage([picture.width, picture.height]).drawImage(picture)
  }
  const bytes = await document.save()
  return new File([new Uint8Array(bytes)], `Photo ${new Date().toISOString().slice(0, 10)}.pdf`, {
    type: 'application/pdf',
  })
}

/** The photo upright and no larger than a page needs, without where it was taken. */
async function jpegOf(photo: File): Promise<ArrayBuffer> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('The photo cannot be read.')
  return blob.arrayBuffer()
}
