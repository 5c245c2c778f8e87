import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { RemoteZipReader } from '@cj-tech-master/excelts/archive'
import { Refusal } from '../../../../platform/server/errors.ts'

/** Bytes that are read of an archive at once: the list of its files must fit, which makes thousands of them. */
const MAX_READ_BYTES = 512 * 1024

/** Of a file that unpacks to more than it may. */
export const tooMuch = (): Refusal =>
  new Refusal('too_large', 'The workbook is too large. Save the sheet as CSV and upload that.')

/** A zip file of which single files are read, in any order. */
export interface Archive {
  names: readonly string[]
  /** A file's text as it is unpacked, piece by piece; nothing when there is no such file. */
  textOf(name: string, maxBytes?: number): AsyncGenerator<string>
  close(): Promise<void>
}

/**
 * Opens a zip file; throws when it is none. Reading stops with a refusal where everything together unpacks to more than
 * `maxUnpackedBytes`, whatever the file says of its sizes.
 */
export async function openArchive(path: string, maxUnpackedBytes: number): Promise<Archive> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const zip = await RemoteZipReader.fromReader({
      size,
      async read(start, end) {
        if (start < 0 || end < start || end > size) throw new Error('The archive points outside of itself.')
        if (end - start > MAX_READ_BYTES) throw tooMuch()
        const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
        return buffer
      },
    })
    let left = maxUnpackedBytes
    return {
      names: zip.listFiles(),
      async *textOf(name, maxBytes = maxUnpackedBytes) {
        const entry = zip.getEntry(name)
        const packed = entry && zip.getRawCompressedStream(entry)
        if (!entry || !packed) return
        if (entry.uncompressedSize > Math.min(left, maxBytes)) throw tooMuch()
        const decoder = new TextDecoder()
        let unpacked = 0
        for await (const bytes of unpackedBytes(packed, entry.compressionMethod)) {
          unpacked += bytes.length
          left -= bytes.length
          if (left < 0 || unpacked > maxBytes) throw tooMuch()
          yield decoder.decode(bytes, { stream: true })
        }
        yield decoder.decode()
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const STORED = 0
const DEFLATED = 8

function unpackedBytes(packed: AsyncIterable<Uint8Array>, method: number): AsyncIterable<Uint8Array> {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new Error('The archive is encrypted or packed in an unsupported way.')
  // The reader of the second stream gets the errors of both.
  return pipeline(Readable.from(packed), createInflateRaw(), () => {})
}
