import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

const LINE_FEED = 10

/** Lines with their ends; not by readline, which also cuts at separators that COPY leaves as they are. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const block = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = block.indexOf(LINE_FEED); end >= 0; end = block.indexOf(LINE_FEED, start)) {
      yield block.subarray(start, end + 1)
      start = end + 1
    }
    rest = block.subarray(start)
  }
  if (rest.length > 0) yield rest
}

/** The lines of a compressed file; fails when the file is cut off or damaged. */
export function linesOfGzip(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip()
  // A failure of either is thrown to the reader of the lines.
  pipeline(createReadStream(file), unzipped, () => {})
  return linesOf(unzipped)
}
