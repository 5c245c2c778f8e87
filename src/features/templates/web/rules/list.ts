import { count } from '../../../../platform/web/text.ts'
import type { Template, TemplateLists } from '../../contract.ts'
import { ANSWER_DAYS, answerRate, byUse, groupOf, type TemplateGroup } from '../../rules/templates.ts'
import type { NewTemplate } from '../pending.ts'

/** A template of the list, also one that is on its way. */
export type ListedTemplate = Template | NewTemplate

/** What the list is narrowed to. */
export type Shown = 'all' | 'text' | 'email' | 'marketing'

export const shownKinds: readonly { id: Shown; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'text', label: 'Text' },
  { id: 'email', label: 'E-mail' },
  { id: 'marketing', label: 'Marketing' },
]

export const groups: readonly { id: TemplateGroup; label: string; note: string }[] = [
  { id: 'own', label: 'Yours', note: 'only you see these' },
  { id: 'default', label: 'Default', note: 'administrators edit these' },
  { id: 'marketing', label: 'Marketing', note: 'need consent from every lead' },
]

/** All templates in one list. */
export const allOf = (lists: TemplateLists): Template[] => [
  ...lists.customText,
  ...lists.customEmail,
  ...lists.defaultText,
  ...lists.defaultEmail,
  ...lists.marketing,
]

const isOf = (template: ListedTemplate, shown: Shown): boolean =>
  shown === 'all' ||
  (shown === 'marketing' ? template.is_marketing : template.platform === shown && !template.is_marketing)

/** How many templates there are of each kind. */
export const countOf = (templates: readonly ListedTemplate[], shown: Shown): number =>
  templates.filter(template => isOf(template, shown)).length

/** What is known of answers to a template, in words. */
export function answeredOf(template: Pick<Template, 'sent' | 'answered'>): string {
  const rate = answerRate(template)
  if (rate !== null) return `${rate}% answered within ${ANSWER_DAYS} days`
  return template.sent === 0 ? 'no answers counted yet' : `${count(template.sent)} counted, too few for an answer rate`
}

/** How often a template is used and answered, for a menu. */
export function timesUsed(template: Pick<Template, 'uses' | 'sent' | 'answered'>): string {
  const rate = answerRate(template)
  return `${count(template.uses)} ×${rate === null ? '' : ` · ${rate}% answered`}`
}

/** The templates by group, most used first; those on their way stand last in theirs. Groups without any are left out. */
export function grouped(
  { templates, adding }: { templates: readonly Template[]; adding: readonly NewTemplate[] },
  { shown, search }: { shown: Shown; search: string },
): { id: TemplateGroup; label: string; note: string; templates: ListedTemplate[] }[] {
  const wanted = search.trim().toLowerCase()
  const fits = (template: ListedTemplate) =>
    isOf(template, shown) && `${template.name} ${template.subject}`.toLowerCase().includes(wanted)
  return groups
    .map(group => ({
      ...group,
      templates: [
        ...byUse(templates.filter(template => groupOf(template) === group.id && fits(template))),
        ...adding.filter(template => groupOf(template) === group.id && fits(template)),
      ],
    }))
    .filter(group => group.templates.length > 0)
}
