import type { Definition, Step, Trigger } from '../contract/definition.ts'

/** An automation as far as it can set off another. */
export interface FeedingAutomation {
  id: number
  name: string
  definition: Definition
}

/** Whether a step may bring about what a trigger asks for. */
function mayCause(step: Step, trigger: Trigger): boolean {
  switch (trigger.kind) {
    case 'tag_added':
      return step.kind === 'add_tag' && step.tag_id !== null && step.tag_id === trigger.tag_id
    case 'tag_removed':
      return step.kind === 'remove_tag' && step.tag_id !== null && step.tag_id === trigger.tag_id
    case 'status_changed':
      return step.kind === 'set_status' && (!trigger.to?.length || trigger.to.includes(step.status))
    default:
      return false
  }
}

/** Whether one automation may set off another by what it does. */
export const feeds = (
  from: Pick<FeedingAutomation, 'definition'>,
  to: Pick<FeedingAutomation, 'definition'>,
): boolean => from.definition.steps.some(step => mayCause(step, to.definition.trigger))

/** The automations that one may set off, directly or through others. */
function reachedFrom(from: FeedingAutomation, all: readonly FeedingAutomation[]): Set<number> {
  const reached = new Set<number>()
  const open = [from]
  for (let one = open.pop(); one; one = open.pop())
    for (const other of all) {
      if (reached.has(other.id) || !feeds(one, other)) continue
      reached.add(other.id)
      open.push(other)
    }
  return reached
}

/** Which automations one sets off, or is set off by; a loop where both are true. The first of `all` may be itself. */
export function feedsOf(own: FeedingAutomation, others: readonly FeedingAutomation[]) {
  const all = [own, ...others.filter(({ id }) => id !== own.id)]
  const ahead = reachedFrom(own, all)
  return all.flatMap(other => {
    if (other.id === own.id)
      return ahead.has(own.id) && feeds(own, own)
        ? [{ id: own.id, name: own.name, is_loop: true, text: 'It brings about what starts it.' }]
        : []
    const isAhead = ahead.has(other.id)
    const isBehind = reachedFrom(other, all).has(own.id)
    if (!isAhead && !isBehind) return []
    const text =
      isAhead && isBehind
        ? `“${other.name}” and this automation set each other off.`
        : isAhead
          ? `This automation sets off “${other.name}”. No loop found.`
          : `“${other.name}” sets off this automation. No loop found.`
    return [{ id: other.id, name: other.name, is_loop: isAhead && isBehind, text }]
  })
}
