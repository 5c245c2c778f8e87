import {
  fillTemplate,
  type PlaceholderValues,
  parseTemplate,
  placeholderNames,
} from '../../templates/rules/placeholders.ts'

/** The subject with what stood for its placeholders when it went out; what is not known stays empty. */
export function filledSubject(subject: string, filled: Partial<PlaceholderValues>): string {
  return fillTemplate(parseTemplate(subject), allValues(filled))
}

/** Values for every placeholder; those that are not known are empty. */
export const allValues = (known: Partial<PlaceholderValues>): PlaceholderValues =>
  Object.fromEntries(placeholderNames.map(name => [name, known[name] ?? ''])) as PlaceholderValues
