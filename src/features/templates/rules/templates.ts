/** Characters of a template's name at the most. */
export const NAME_LENGTH = 80
/** Characters of a subject at the most. */
export const SUBJECT_LENGTH = 300
/** Characters of a text at the most: carriers take no longer ones. */
export const TEXT_LENGTH = 1600
/** Characters of an e-mail's HTML at the most; mail programs cut off what is longer than about twice that. */
export const EMAIL_LENGTH = 50_000
/** Pixels that the content of an e-mail is wide: 600, less its margins. */
export const CONTENT_WIDTH = 560
/** Templates that one person may have, and default ones of the brokerage. */
export const MAX_TEMPLATES = 200
/** For so long a deleted template can be brought back. */
export const RESTORE_MINUTES = 10

/** For so long after a message what a lead writes is an answer to it. */
export const ANSWER_DAYS = 7
/** Messages from a template before a share of answers says anything. */
const ENOUGH_SENT = 10

/** How many in a hundred messages from a template are answered; `null` while there are too few to say. */
export const answerRate = ({ sent, answered }: { sent: number; answered: number }): number | null =>
  sent < ENOUGH_SENT ? null : Math.round((answered / sent) * 100)

/** Where a template stands in the list. */
export type TemplateGroup = 'own' | 'default' | 'marketing'

/** What decides about the group of a template. */
interface Grouped {
  is_own: boolean
  is_marketing: boolean
}

/** The group of a template. */
export const groupOf = ({ is_own, is_marketing }: Grouped): TemplateGroup =>
  is_marketing ? 'marketing' : is_own ? 'own' : 'default'

interface Used {
  id: number
  name: string
  uses: number
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Most used first; those used alike by name. */
export const byUse = <Template extends Used>(templates: readonly Template[]): Template[] =>
  templates.toSorted(
    (one, other) => other.uses - one.uses || collator.compare(one.name, other.name) || one.id - other.id,
  )

/**
 * Whether somebody may change or delete a template: everybody their own, administrators those of the brokerage. `owner` is
 * `null` for default and marketing ones.
 */
export const mayChangeTemplate = (owner: number | null, person: { user_id: number; isAdmin: boolean }): boolean =>
  owner === null ? person.isAdmin : owner === person.user_id

/** The list of the answer in which a template stands. */
export function listOf(template: Grouped & { platform: 'text' | 'email' }) {
  const group = groupOf(template)
  if (group === 'marketing') return 'marketing'
  if (group === 'own') return template.platform === 'text' ? 'customText' : 'customEmail'
  return template.platform === 'text' ? 'defaultText' : 'defaultEmail'
}
