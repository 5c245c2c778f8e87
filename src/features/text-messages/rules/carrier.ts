/** The carrier's code of a number that answered STOP to ours. */
export const STOPPED_CODE = 21610

/** Codes of numbers that take no text, now or ever: one that does not exist, and a landline or one out of reach. */
const DEAD_CODES: ReadonlySet<number> = new Set([30005, 30006])

/** Whether a code says of a number that it does not work. */
export const isDeadNumber = (code: number | null): boolean => code !== null && DEAD_CODES.has(code)

/** What went wrong, by the carrier's code, as a person understands it. */
const problems: Readonly<Record<number, string>> = {
  21211: 'This is not a number that texts can be sent to.',
  21408: 'Texts to this country are not switched on in the Twilio account.',
  21610: 'They answered STOP to your number: the carrier takes no texts for them.',
  21611: 'Too many texts are waiting at Twilio. Try again later.',
  21614: 'This number takes no texts.',
  30001: 'It waited too long in the queue and was not sent.',
  30002: 'The Twilio account is suspended.',
  30003: 'Their phone is off or out of reach.',
  30004: 'Their carrier blocks messages to this number.',
  30005: 'This number does not exist any more.',
  30006: 'This number takes no texts: it is a landline, or its carrier cannot be reached.',
  30007: 'The carrier filtered it as spam. Short links and repeated wording are the usual reasons.',
  30008: 'The carrier gave no reason.',
  30034: 'The number that you text from is not registered with US carriers.',
  30036: 'It waited too long in the queue and was not sent.',
}

/** A sentence for a code of the carrier; `null` when we have none. */
export const problemOf = (code: number | null): string | null => (code === null ? null : (problems[code] ?? null))
