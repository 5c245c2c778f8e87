import type { AreaType } from '../../leads/contract/record.ts'

/** What an area is called by from now on: the id of the one that it was merged into, or its own with another kind. */
export interface NewArea {
  id: number
  type: AreaType
}

const isReference = (value: unknown): value is { area_id: number } =>
  typeof value === 'object' && value !== null && 'area_id' in value && typeof value.area_id === 'number'

/** Kept questions, such as saved views and automations, with areas called as they are now; each area once in its list. */
export function withAreas<Kept>(kept: Kept, changes: ReadonlyMap<number, NewArea>): Kept {
  const replaced = JSON.parse(JSON.stringify(kept), (_key, value: unknown) => {
    if (!Array.isArray(value) || !value.every(isReference)) return value
    const renamed = value.map(reference => {
      const now = changes.get(reference.area_id)
      return now ? { ...reference, area_id: now.id, area_type: now.type } : reference
    })
    return [...new Map(renamed.map(reference => [reference.area_id, reference])).values()]
  })
  return replaced as Kept
}
