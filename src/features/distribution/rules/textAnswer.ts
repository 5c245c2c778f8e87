const ACCEPTED = new Set(['1', 'yes', 'oui'])

/** Whether a text accepts an offer: 1, YES or OUI, and nothing else but space and punctuation. */
export const isAcceptance = (body: string): boolean => ACCEPTED.has(body.toLowerCase().replace(/[\s.!,]+/g, ''))
