/** Days for which recordings are kept. */
export const RECORDING_DAYS = 30

/** Bytes of one batch, compressed, as a browser sends it. */
export const MAX_CHUNK_BYTES = 1024 * 1024
/** Bytes of one batch, unpacked. */
export const MAX_UNPACKED_BYTES = 12 * 1024 * 1024
/** Events of one batch. */
export const MAX_CHUNK_EVENTS = 5_000
/** Batches of one page, which at one in ten seconds is more than a working day. */
export const MAX_CHUNKS = 5_000
/** Bytes of one person and day, compressed. What comes after that is dropped. */
export const MAX_DAY_BYTES = 64 * 1024 * 1024

/** Milliseconds after which a browser sends what it has collected. */
export const BATCH_MS = 10_000
/** Events after which it sends without waiting. */
export const BATCH_EVENTS = 1_000

/** Hours for which whoever opened a recording may go on reading it without opening it again. */
export const VIEWING_HOURS = 12
