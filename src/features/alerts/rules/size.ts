/** Homes that one e-mail shows; of more it says how many. An e-mail that an agent sends holds no more than it shows. */
export const MAX_SHOWN = 40

/** Those of them that stand with a photo and their description; the others take a few lines each. */
export const MAX_PICTURED = 10

/** Gmail cuts e-mails off at 102 kB, and with them the way out at their end; this leaves room for what programs on the way add. */
export const MAX_BYTES = 90_000
