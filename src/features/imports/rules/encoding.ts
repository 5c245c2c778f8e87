/** Encodings in which exports arrive, as the names that `TextDecoder` takes. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

/** What was learned of a file's bytes, piece by piece, so that a file of any size can be judged in little memory. */
export interface ByteSurvey {
  add(bytes: Uint8Array): void
  /** The likeliest encoding, or `null` when the bytes are not text at all. */
  encoding(): Encoding | null
}

const SIGNS_1252 = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/
const SIGNS_MAC = /[À-ÖØ-öø-ÿŒœŸ]/
/** Signs that stand in names and notes of real files; anything else above 7F speaks against the encoding. */
const USUAL_SIGNS = /[’‘“”–—…€£°«»\u00A0•™®©]/

/** Starts a survey. */
export function surveyBytes(): ByteSurvey {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const head: number[] = []
  const high = new Uint32Array(256)
  let isUtf8 = true
  let zerosEven = 0
  let zerosOdd = 0
  let controls = 0
  let position = 0
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (position < 4) head.push(byte)
        if (byte >= 0x80) high[byte] = (high[byte] ?? 0) + 1
        else if (byte === 0) position % 2 === 0 ? zerosEven++ : zerosOdd++
        else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0b && byte !== 0x1a)
          controls++
        position++
      }
      isUtf8 &&= decodes(utf8, bytes)
    },
    encoding() {
      if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
      if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
      if (zerosOdd > position / 8 && zerosEven < zerosOdd / 8) return 'utf-16le'
      if (zerosEven > position / 8 && zerosOdd < zerosEven / 8) return 'utf-16be'
      // A few are rubbish in a text; many are no text.
      if (zerosEven + zerosOdd + controls > position / 50) return null
      if (isUtf8) return 'utf-8'
      return likelihood(high, 'macintosh', SIGNS_MAC) > likelihood(high, 'windows-1252', SIGNS_1252)
        ? 'macintosh'
        : 'windows-1252'
    },
  }
}

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Lower-case letters count most: capitals inside words are what a wrong guess looks like. */
function likelihood(high: Uint32Array, encoding: Encoding, characters: RegExp): number {
  const decoder = new TextDecoder(encoding)
  let score = 0
  for (let byte = 0x80; byte < 0x100; byte++) {
    const count = high[byte] ?? 0
    if (count === 0) continue
    const sign = decoder.decode(Uint8Array.of(byte))
    if (characters.test(sign)) score += count * (sign === sign.toLowerCase() ? 3 : 1)
    else score += USUAL_SIGNS.test(sign) ? count : -count * 2
  }
  return score
}
