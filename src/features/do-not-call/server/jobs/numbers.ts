const NEWLINE = 10
const ZERO = 48
const NINE = 57
/** A number of the plan that Canada belongs to: ten digits, or a 1 and ten digits. */
const DIGITS = 10

/** What was read of a list so far. */
export interface Reading {
  /** Bytes up to the beginning of the line that is not complete yet. */
  bytes: number
  lines: number
  unreadable: number
}

/**
 * Reads numbers out of the bytes of a list as they come: one a line, with any characters between its digits (416,5550100 or
 * (416) 555-0100). Lines without a single digit, such as a header, do not count. Holds nothing but the line it is in.
 */
export class NumberReader {
  readonly #onNumber: (block: number, line: number) => void
  #offset: number
  #lineStart: number
  #lines = 0
  #unreadable = 0
  #digits = 0
  #value = 0

  constructor(offset: number, onNumber: (block: number, line: number) => void) {
    this.#offset = offset
    this.#lineStart = offset
    this.#onNumber = onNumber
  }

  /** What was read since the beginning, for a later run to go on from. */
  get reading(): Reading {
    return { bytes: this.#lineStart, lines: this.#lines, unreadable: this.#unreadable }
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.#offset++
      if (byte >= ZERO && byte <= NINE) this.#addDigit(byte - ZERO)
      else if (byte === NEWLINE) this.#endLine()
    }
  }

  /** The last line may have no end. */
  end(): void {
    this.#endLine()
  }

  #addDigit(digit: number): void {
    this.#digits++
    // A leading 1 is the country; more digits than that are no number, and would leave the range of exact integers.
    if (this.#digits === 1 && digit === 1) this.#digits = 0
    else if (this.#digits <= DIGITS) this.#value = this.#value * 10 + digit
  }

  #endLine(): void {
    if (this.#digits > 0) {
      this.#lines++
      const block = Math.floor(this.#value / 10_000)
      if (this.#digits === DIGITS && isBlock(block)) this.#onNumber(block, this.#value % 10_000)
      else this.#unreadable++
    }
    this.#digits = 0
    this.#value = 0
    this.#lineStart = this.#offset
  }
}

/** Neither area codes nor exchanges begin with 0 or 1. */
const isBlock = (block: number): boolean => block >= 200_200 && block % 1000 >= 200

/** Bits of one block. */
const BLOCK_BYTES = 1250

/** Numbers that were read and not stored yet, a bit each. */
export class Blocks {
  readonly #blocks = new Map<number, Uint8Array>()

  /** Blocks that hold a number. */
  get size(): number {
    return this.#blocks.size
  }

  add(block: number, line: number): void {
    let bits = this.#blocks.get(block)
    if (!bits) {
      bits = new Uint8Array(BLOCK_BYTES)
      this.#blocks.set(block, bits)
    }
    const at = line >> 3
    bits[at] = (bits[at] ?? 0) | (0x80 >> (line & 7))
  }

  /** All of them, so many at a time, as the database takes them; nothing is left afterwards. */
  *drain(most: number): Generator<{ blocks: number[]; bits: string[] }> {
    let batch: { blocks: number[]; bits: string[] } = { blocks: [], bits: [] }
    for (const [block, bytes] of this.#blocks) {
      batch.blocks.push(block)
      batch.bits.push(`x${Buffer.from(bytes).toString('hex')}`)
      if (batch.blocks.length < most) continue
      yield batch
      batch = { blocks: [], bits: [] }
    }
    this.#blocks.clear()
    if (batch.blocks.length > 0) yield batch
  }
}
