/** People on one deal at the most. */
export const MAX_CLIENTS = 20
/** Parts of one commission at the most. */
export const MAX_SPLITS = 20
/** Required documents of one deal at the most. */
export const MAX_DOCUMENTS = 80
/** Files of one submission at the most. */
export const MAX_FILES = 40
/** Bytes of all of them together at the most. */
export const MAX_BYTES = 100 * 1024 * 1024
/** All of a commission. */
export const MAX_PERCENT = 100
