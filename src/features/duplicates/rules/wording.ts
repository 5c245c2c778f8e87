/** What the rows of a table are to a person: one, and many. */
const text: Readonly<Record<string, readonly [one: string, many: string]>> = {
  milestones: ['timeline entry', 'timeline entries'],
  lead_tags: ['tag', 'tags'],
  lead_aliases: ['further address', 'further addresses'],
  sendings: ['message', 'messages'],
  automation_events: ['event of an automation', 'events of automations'],
  campaign_instances: ['campaign', 'campaigns'],
}

/** "12 timeline entries". A table without words of its own is called by its name. */
export function movedLabel(table: string, count: number): string {
  const [one, many] = text[table] ?? [
    table
      .replace(/^lead_/, '')
      .replace(/s$/, '')
      .replaceAll('_', ' '),
    null,
  ]
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : (many ?? table.replace(/^lead_/, '').replaceAll('_', ' '))}`
}
