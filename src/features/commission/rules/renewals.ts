/** Why the projection of an open deal is another: `deal` is the deal itself, the others are what happened elsewhere. */
export const renewalCauses = [
  'first',
  'deal',
  'closing',
  'reopening',
  'correction',
  'plan',
  'opening',
  'other',
] as const
export type RenewalCause = (typeof renewalCauses)[number]

const words: Readonly<Record<RenewalCause, (title: string) => string>> = {
  first: () => 'First projection',
  deal: () => 'This deal changed',
  closing: title => `${title} closed`,
  reopening: title => `${title} was opened again`,
  correction: title => `${title} was corrected`,
  plan: () => 'The plan has a new version',
  opening: () => 'The opening balance changed',
  other: () => 'Computed anew',
}

/** Why a projection is another, in words. The title is that of the deal that did it, to those who may know it. */
export const causeText = (cause: RenewalCause, title: string | null): string => words[cause](title ?? 'Another deal')
