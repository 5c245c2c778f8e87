import { TZDate } from '@date-fns/tz'

/** What a template may leave open, to be filled for each lead, with the label that menus show. */
export const placeholders = [
  { name: 'lead_first_name', label: 'Lead’s first name' },
  { name: 'lead_last_name', label: 'Lead’s last name' },
  { name: 'lead_full_name', label: 'Lead’s full name' },
  { name: 'lead_phone', label: 'Lead’s phone' },
  { name: 'lead_email', label: 'Lead’s e-mail' },
  { name: 'lead_area', label: 'Lead’s area' },
  { name: 'site_name', label: 'Website' },
  { name: 'time_of_day', label: 'Time of day' },
  { name: 'agent_first_name', label: 'Agent’s first name' },
  { name: 'agent_last_name', label: 'Agent’s last name' },
  { name: 'agent_full_name', label: 'Agent’s full name' },
  { name: 'agent_phone', label: 'Agent’s phone' },
  { name: 'agent_email', label: 'Agent’s e-mail' },
] as const

/** The name of a placeholder, as it stands between the braces. */
export type PlaceholderName = (typeof placeholders)[number]['name']

/** What is put in for one lead; empty where nothing is known. */
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>

export const placeholderNames: readonly PlaceholderName[] = placeholders.map(({ name }) => name)

const known: ReadonlySet<string> = new Set(placeholderNames)
const isPlaceholder = (name: string): name is PlaceholderName => known.has(name)

/** How a placeholder is written. */
export const written = (name: PlaceholderName): string => `{{${name}}}`

const labels = new Map<string, string>(placeholders.map(({ name, label }) => [name, label]))

/** A template as people read it where it is filled for nobody yet: "Still looking in [lead’s area]?". */
export const unfilledText = (text: string): string =>
  text.replace(/\{\{([^{}]*)\}\}/g, (written, name: string) => {
    const label = labels.get(name)
    return label ? `[${label[0]?.toLowerCase()}${label.slice(1)}]` : written
  })

/** A piece of a template: text as it is, or a placeholder. */
export type TemplatePart = string | { readonly placeholder: PlaceholderName }

/** A template that was read, and what stands in it like a placeholder and is none. */
export interface ParsedTemplate {
  parts: readonly TemplatePart[]
  unknown: readonly string[]
}

/** Anything between double braces; braces without a partner are found too. */
const BRACES = /\{\{([^{}]*)\}\}|\{\{|\}\}/g

/** Reads a template once, for as many leads as there are. */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = []
  const unknown = new Set<string>()
  let at = 0
  for (const match of text.matchAll(BRACES)) {
    const [all, name = ''] = match
    if (match.index > at) parts.push(text.slice(at, match.index))
    at = match.index + all.length
    if (isPlaceholder(name)) parts.push({ placeholder: name })
    else unknown.add(all)
  }
  if (at < text.length) parts.push(text.slice(at))
  return { parts, unknown: [...unknown] }
}

const longestShown = 60

/** What is wrong with the placeholders of a text, by name; empty when nothing is. */
export function placeholderProblems(text: string): string[] {
  return parseTemplate(text).unknown.map(found => {
    if (found === '{{' || found === '}}') return `“${found}” does not belong to a placeholder.`
    const shown = found.replace(/<[^>]*>/g, '')
    return `${shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown} is not a placeholder.`
  })
}

/**
 * Fills in the values of one lead, wherever a placeholder stands. A value is text and never read again: braces in it stay
 * braces. `encode` makes a value fit for where the text goes (`escapeHtml` for HTML).
 */
export function fillTemplate(
  { parts }: Pick<ParsedTemplate, 'parts'>,
  values: PlaceholderValues,
  encode: (value: string) => string = value => value,
): string {
  let filled = ''
  for (const part of parts) filled += typeof part === 'string' ? part : encode(values[part.placeholder])
  return filled
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A value as text within HTML. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, found => entities[found] ?? found)

/** The placeholders that texts ask for, each once. */
export const placeholdersIn = (...texts: readonly string[]): PlaceholderName[] => {
  const found = new Set<PlaceholderName>()
  for (const text of texts)
    for (const part of parseTemplate(text).parts) if (typeof part !== 'string') found.add(part.placeholder)
  return [...found]
}

const AFTERNOON = 12
const EVENING = 17

/** What is wished at this moment in a zone: Morning before 12:00, Afternoon to 16:59, Evening from 17:00. */
export function timeOfDay(now: Date, zone: string): 'Morning' | 'Afternoon' | 'Evening' {
  const hour = new TZDate(now, zone).getHours()
  return hour < AFTERNOON ? 'Morning' : hour < EVENING ? 'Afternoon' : 'Evening'
}
